import type { Page } from '@playwright/test';

/** Largest accepted cumulative layout shift of a page, from its first paint. */
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

/** Addresses of code, typefaces and data. */
const DELAYED = ['*/assets/*', '*/_emulator/*'];

/** Time without a response after which a page has its data, in milliseconds. */
const QUIET = 500;

/**
 * Delays each response by another time, so that code, typefaces and data arrive one after the other; a file that the page has had before
 * is there at once. By Chromium's protocol: routes of Playwright would intercept all requests, and fetch every file with each load.
 * Returns a function that is true once all have arrived.
 */
export async function delayResponses(page: Page): Promise<() => boolean> {
  let number = 0;
  let inFlight = 0;
  let last = Date.now();
  const chromium = await page.context().newCDPSession(page);
  chromium.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
    inFlight += 1;
    const most = url.includes('/assets/') ? 150 : 400;
    const send = async () => {
      // A page that has gone on has given its requests up.
      await chromium.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
      inFlight -= 1;
      last = Date.now();
    };
    setTimeout(() => void send(), (number++ * 170) % most);
  });
  await chromium.send('Fetch.enable', { patterns: DELAYED.map((urlPattern) => ({ urlPattern })) });
  return () => inFlight === 0 && Date.now() - last > QUIET;
}
