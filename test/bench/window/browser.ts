import { type Browser, chromium, type Page } from '@playwright/test';
import { fetchBrowser, findBrowser } from '../../tools/browser.ts';

/** Starts a real Chromium. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser() ?? (await fetchBrowser(console.error));
  return chromium.launch({ args: ['--no-sandbox'], ...(executablePath === undefined ? {} : { executablePath }) });
}

declare global {
  interface Window {
    /** Durations of the tasks of the page's thread that took more than 50 ms. */
    longTasks: number[];
    /** Resolves when something visible is drawn: the moment, on the page's clock. */
    drawn: (selector: string) => Promise<number>;
    /** The moment of the last click. */
    clickedAt: number;
  }
}

/** Opens a window of its own, as after a first start: nothing is cached. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // The runner of these files adds names to functions, including those sent to the page.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(install);
  return page;
}

/** Installs the measuring code in the page. */
function install(): void {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  window.addEventListener('click', (event) => (window.clickedAt = event.timeStamp), true);
  window.drawn = (selector) =>
    new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error(`${selector} is not drawn at ${location.pathname}`)), 10_000);
      const isThere = (): boolean => [...document.querySelectorAll(selector)].some((found) => found.checkVisibility());
      const look = (): void => {
        if (!isThere()) return;
        observer.disconnect();
        clearTimeout(tooLate);
        // A frame is drawn after its callbacks; a message posted in them comes right after it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage('');
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      look();
    });
}

/** The longest task since the page began, in milliseconds; 0 when none took more than 50. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...window.longTasks));
}
