/** Maximum time of a page's first drawing, in milliseconds. */
const DRAW_DELAY = 300;
/** Maximum time to wait for an idle moment, in milliseconds. */
const IDLE_TIMEOUT = 500;

/** Runs a function when the browser is idle; in Safari, which lacks the API, soon. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: IDLE_TIMEOUT });
  else setTimeout(act, 100);
}

/** Runs a function after the first drawing; returns a function that cancels it. */
export function whenDrawn(act: () => void): () => void {
  const timer = setTimeout(act, DRAW_DELAY);
  return () => clearTimeout(timer);
}
