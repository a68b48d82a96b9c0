import type { Page } from '@playwright/test';

/** Largest cumulative layout shift of a page, from first drawing on (gui-next, "Names"). */
export const MAX_SHIFT = 0.02;

/** Collects the layout shifts of a page, in a variable of its window. */
export function observeShifts(): void {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    // The types of the DOM have no layout shifts yet.
    for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The layout shift of a page so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((total, value) => total + value, 0),
  );
}

/** Time without a response after which a page has its data, in milliseconds. */
const QUIET = 500;

/**
 * Delays each response by another time, so that code, typefaces and data arrive one after the other. Chromium then keeps no file, so
 * that each load is a cold one. Returns a function that is true once all have arrived.
 */
export async function delayResponses(page: Page): Promise<() => boolean> {
  let number = 0;
  let inFlight = 0;
  let last = Date.now();
  await page.route(/\/(?:_emulator|assets)\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/_emulator/events') return route.continue();
    inFlight += 1;
    const most = pathname.startsWith('/assets/') ? 150 : 400;
    await new Promise((resolve) => setTimeout(resolve, (number++ * 170) % most));
    await route.continue();
    inFlight -= 1;
    last = Date.now();
  });
  return () => inFlight === 0 && Date.now() - last > QUIET;
}
