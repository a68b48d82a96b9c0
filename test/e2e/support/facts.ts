import { expect, type Page, test } from '@playwright/test';
import type { clientOf } from '../../support/program.ts';
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
    for (const [fact, check] of Object.entries(facts)) {
      await startAnew(page, api);
      await test.step(fact, () => check({ page, api, hangar }));
    }
  };
}

/** Leaves the page, with its dialogs and notices, and resets state and definitions, which the window then shows; drafts stay. */
async function startAnew(page: Page, api: Given['api']): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page.setViewportSize({ width: 1280, height: 800 });
  // The panels of the clock and of faults stay open on other pages.
  await page.keyboard.press('Escape');
  await open(page, '/traffic');
  await expect(page.getByRole('heading', { level: 1, name: 'Traffic' })).toBeAttached();
  await expect(page.getByRole('dialog').or(page.getByRole('alert'))).toHaveCount(0);
  await api.emulator.reset({ body: { workspace: true } });
  await expect(page.getByText(TEXT.noTraffic)).toBeVisible();
}
