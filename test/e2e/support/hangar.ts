import { test as base } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../../../build/ensure-built.mjs';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { clientOf, scratchFolder, serve, type ServedProgram } from '../../support/program.ts';

export { expect, type Locator, type Page } from '@playwright/test';

/** The key of the local user in every workspace made here. */
export const KEY = 'tkn_gui';

interface Options {
  /** What is authored when the test begins; set with `test.use({ workspace: … })`. Without it, the sample. */
  readonly workspace: Omit<AuthoredWorkspace, 'version'> | undefined;
  /** What the console may say: Chromium reports each error answer there, those that a test provokes, too. */
  readonly allowedInConsole: RegExp[];
}

interface Fixtures {
  /** An emulator of the test's own: the built program in memory, on a free port. */
  readonly hangar: ServedProgram;
  /** The typed client of that emulator: a second client beside the window. */
  readonly api: ReturnType<typeof clientOf>;
}

/** A test of the window in a real browser. It fails on anything in the console that it does not allow. */
export const test = base.extend<Options & Fixtures, { readonly built: boolean }>({
  // What is tested is what the sources say now.
  built: [
    // Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      await ensureBuilt();
      await use(true);
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  workspace: [undefined, { option: true }],
  allowedInConsole: [[], { option: true }],
  hangar: async ({ workspace }, use) => {
    const folder = await scratchFolder();
    const file = join(folder.path, 'workspace.json');
    if (workspace !== undefined) await writeFile(file, JSON.stringify({ version: 1, ...workspace }));
    const place = workspace === undefined ? [] : ['--workspace', file];
    const program = await serve(['--in-memory', '--api-key', KEY, ...place]);
    await use(program);
    await program.stop();
    await folder.remove();
  },
  api: async ({ hangar }, use) => use(clientOf(hangar.ready)),
  baseURL: async ({ hangar }, use) => use(hangar.ready.url),
  page: async ({ page, allowedInConsole }, use) => {
    const said: string[] = [];
    page.on('pageerror', ({ message }) => said.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(`${message.text()} (${message.location().url})`);
    });
    await use(page);
    const surprising = said.filter((text) => !allowedInConsole.some((allowed) => allowed.test(text)));
    base.expect(surprising, 'the console stays silent').toEqual([]);
  },
});
