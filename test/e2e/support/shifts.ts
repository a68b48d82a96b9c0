import { expect, type Page } from '@playwright/test';

/** Largest accepted cumulative layout shift of a page, from its first paint. */
const MAX_SHIFT = 0.02;

/** A layout shift, and what it moved. */
interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** An entry of Chromium's, which the types of the DOM do not have yet. */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** Collects the layout shifts of a page, in a variable of its window. */
export function observeShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const place = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(' ');
  const text = (node: Node | null): string =>
    node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.textContent?.slice(0, 100) ?? '');
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as unknown as LayoutShift[])
      shifts.push({
        value,
        moved: sources.map((one) => `${text(one.node)} from ${place(one.previousRect)} to ${place(one.currentRect)}`),
      });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Expects that a page that observes its shifts has moved nothing so far; says what it has moved. */
export async function expectNothingMoved(page: Page, where = page.url()): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const moved = shifts.flatMap((shift) => shift.moved).join('\n');
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, `layout shift of ${where}; moved:\n${moved}\n`).toBeLessThan(MAX_SHIFT);
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
