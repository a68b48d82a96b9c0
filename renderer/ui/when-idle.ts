/** How long a place takes at most to draw what it begins with, in milliseconds: what comes meanwhile would delay that. */
const DRAW_DELAY = 300;
/** The longest that something waits for a moment without work, in milliseconds: a page that stands still may have none. */
const IDLE_TIMEOUT = 500;

/** Does something once there is nothing else to do. Safari knows no idle time; a moment later is good enough. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: IDLE_TIMEOUT });
  else setTimeout(act, 100);
}

/** Does what nobody waits for once what was just begun is drawn; returns how to leave it. */
export function whenDrawn(act: () => void): () => void {
  const timer = setTimeout(act, DRAW_DELAY);
  return () => clearTimeout(timer);
}
