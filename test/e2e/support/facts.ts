import { expect, type Page, type Request, test } from '@playwright/test';
import type { clientOf } from '../../support/program.ts';
import { rowsOf } from './list.ts';
import { open } from './pages.ts';
import type { TestServer } from './server.ts';
import { TEXT } from './wording.ts';

interface Given {
  readonly page: Page;
  readonly api: ReturnType<typeof clientOf>;
  readonly hangar: TestServer;
}

/** The body of a test of several facts. Each is a step that begins with the initial definitions and no state, in one loaded window. */
export function inOneWindow(facts: Readonly<Record<string, (given: Given) => Promise<void>>>) {
  return async ({ page, api, hangar }: Given): Promise<void> => {
    const isQuiet = observeRequests(page);
    for (const [fact, check] of Object.entries(facts)) {
      if (page.url() !== 'about:blank') await startAnew({ page, api, isQuiet });
      await test.step(fact, () => check({ page, api, hangar }));
    }
  };
}

/** Returns a function that is true while no request of the window is pending, except for the event stream. */
function observeRequests(page: Page): () => boolean {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes('/_emulator/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return () => pending.size === 0;
}

interface Anew extends Pick<Given, 'page' | 'api'> {
  readonly isQuiet: () => boolean;
}

/** Leaves the page, with its dialogs and notices, and resets state and definitions, which the window then has; drafts stay. */
async function startAnew({ page, api, isQuiet }: Anew): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  // The panels of the clock and of faults stay open on other pages.
  await page.keyboard.press('Escape');
  await open(page, '/traffic');
  await expect(page.getByRole('heading', { level: 1, name: 'Traffic' })).toBeAttached();
  await expect(page.getByRole('dialog').or(page.getByRole('alert'))).toHaveCount(0);
  // A request whose row goes with the last of the reset's events; definitions are loaded again after theirs.
  await api.v0.runs.list({ query: {} }).catch(() => undefined);
  await expect(rowsOf(page, 'Traffic').first()).toBeVisible();
  await api.emulator.reset({ body: { workspace: true } });
  await expect(page.getByText(TEXT.noTraffic)).toBeVisible();
  await expect.poll(isQuiet, 'the window has all that it asked for').toBe(true);
}
