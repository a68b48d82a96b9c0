import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import type { clientOf } from '../../support/program.ts';
import { expect, inSilence, saveData, startHangar, test } from './hangar.ts';
import { rowsOf } from './list.ts';
import { open } from './pages.ts';
import type { TestServer } from './server.ts';

/** The loaded window that the facts of a group share. */
interface SharedWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly isQuiet: () => boolean;
}

/** The server of a group, and its window once a fact asks for it. */
interface Shared {
  readonly group: string;
  readonly hangar: TestServer;
  window?: SharedWindow;
}

/** That of the group whose facts this worker process tests. */
let current: Shared | undefined;

async function end(): Promise<void> {
  await current?.window?.context.close();
  await current?.hangar.stop();
  current = undefined;
}

/**
 * A test that begins with the initial definitions and no state, in the loaded window of its `fact.describe`, which is cheaper than a
 * window for each. That has the mode `default`, so that its facts run one after the other in one worker; one that follows a failed
 * one has a new worker, and so a new window.
 */
export const fact = test.extend<{ readonly shared: Shared; readonly window: SharedWindow }>({
  shared: async ({ workspace, asProgram, atEnd }, use, { titlePath }) => {
    atEnd.add(end);
    const group = titlePath.slice(0, -1).join(' › ');
    if (current?.group !== group) {
      await end();
      current = { group, hangar: await startHangar({ workspace, asProgram }) };
    }
    await use(current);
  },
  hangar: ({ shared }, use) => use(shared.hangar),
  window: async ({ browser, shared, prefetchesCode }, use) =>
    use((shared.window ??= await load(browser, prefetchesCode))),
  context: ({ window }, use) => use(window.context),
  page: async ({ window: { page, isQuiet }, api, allowedInConsole }, use) => {
    if (page.url() !== 'about:blank') await startAnew({ page, api, isQuiet });
    await inSilence(page, allowedInConsole, use);
  },
});

/** Opens an empty window with the options of every other test, among them the address of its server. */
async function load(browser: Browser, prefetchesCode: boolean): Promise<SharedWindow> {
  const context = await browser.newContext();
  if (!prefetchesCode) await context.addInitScript(saveData);
  const page = await context.newPage();
  return { context, page, isQuiet: observeRequests(page) };
}

/** The event stream, and the worker that reads it, of whose end a page hears nothing. */
const STREAM = /\/_emulator\/events|\/shared-stream\.worker/;

/** Returns a function that is true while no request of the window is pending, except for the event stream. */
function observeRequests(page: Page): () => boolean {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!STREAM.test(request.url())) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return () => pending.size === 0;
}

interface Anew {
  readonly page: Page;
  readonly api: ReturnType<typeof clientOf>;
  readonly isQuiet: () => boolean;
}

/** Leaves the page, with its dialogs and notices, and resets state and definitions, which the window then has; drafts stay. */
async function startAnew({ page, api, isQuiet }: Anew): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  // The panels of the clock and of faults stay open on other pages.
  await page.keyboard.press('Escape');
  await open(page, '/traffic');
  await expect(page.getByRole('heading', { level: 1, name: 'Traffic' })).toBeAttached();
  // By itself, a notice goes after 4 to 30 seconds.
  const close = page.getByRole('alert').getByRole('button', { name: 'Close' });
  await close.evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()));
  await expect(page.getByRole('dialog').or(page.getByRole('alert'))).toHaveCount(0);
  // A request whose row goes with the last of the reset's events; definitions are loaded again after theirs.
  await api.v0.runs.list({ query: {} }).catch(() => undefined);
  await expect(rowsOf(page, 'Traffic').first()).toBeVisible();
  await api.emulator.reset({ body: { workspace: true } });
  await expect(page.getByText('No requests yet')).toBeVisible();
  await expect.poll(isQuiet, 'the window has all that it asked for').toBe(true);
}
