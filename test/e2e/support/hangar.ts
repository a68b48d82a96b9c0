import { type ConsoleMessage, expect, type Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { freePort } from '../../support/free-port.ts';
import { clientOf, scratchFolder } from '../../support/program.ts';
import { lackOf } from '../../tools/tools.ts';
import type { ToolName } from '../../tools/registry.ts';
import { test as base } from './built.ts';
import { startProgram, startServer, type TestServer } from './server.ts';

export { expect, type Locator, type Page } from '@playwright/test';

/** The key of the local user in every workspace made here. */
export const KEY = 'tkn_gui';

/** The typed client of an emulator. */
export type Api = ReturnType<typeof clientOf>;

interface Options {
  /** The initial definitions, set with `test.use({ workspace: … })`; by default the sample. */
  readonly workspace: Omit<AuthoredWorkspace, 'version'> | undefined;
  /** Serves with a program of its own, which a test can hold with a signal, instead of a library in the test's process. */
  readonly asProgram: boolean;
  /**
   * True for windows as users have them, which load all code while they are idle. Most tests need that of one page, and the
   * rest takes a third of the processor time of opening a window; theirs ask the window to save data.
   */
  readonly prefetchesCode: boolean;
  /** Allowed console messages: Chromium reports each error answer, even provoked ones. */
  readonly allowedInConsole: RegExp[];
}

interface Fixtures {
  /** Skips a test on a machine without a browser, and says so. */
  readonly possible: boolean;
  /** An emulator of the test's own: the built library in memory, on a free port. */
  readonly hangar: TestServer;
  /** The typed client of that emulator: a second client beside the window. */
  readonly api: Api;
}

/** Executes a task as another program would; gives the run's ID. */
export async function execute(url: string, slug: string, paramValues: JsonObject = {}): Promise<string> {
  const { v0 } = clientOf({ url, apiKey: KEY });
  return (await v0.tasks.execute({ body: { slug, paramValues } })).runID;
}

/** Starts an emulator with these definitions, or the sample; its stop also removes its folder. */
export async function startHangar({
  workspace,
  asProgram,
}: Pick<Options, 'workspace' | 'asProgram'>): Promise<TestServer> {
  const folder = await scratchFolder();
  const file = join(folder.path, 'workspace.json');
  if (workspace !== undefined) await writeFile(file, JSON.stringify({ version: 1, ...workspace }));
  const options = { apiKey: KEY, workspace: workspace === undefined ? 'sample' : file };
  // A test that starts it again needs the same port once more.
  const server = await (asProgram ? startProgram(options) : startServer({ ...options, port: await freePort() }));
  const stop = async () => {
    await server.stop();
    await folder.remove();
  };
  return { ...server, stop };
}

/** Uses a page, and expects that its console says nothing but what is allowed. */
export async function inSilence(
  page: Page,
  allowed: readonly RegExp[],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const said: string[] = [];
  const onError = ({ message }: Error) => void said.push(message);
  const onMessage = (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) said.push(`${message.text()} (${message.location().url})`);
  };
  page.on('pageerror', onError);
  page.on('console', onMessage);
  await use(page);
  page.off('pageerror', onError);
  page.off('console', onMessage);
  const surprising = said.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  expect(surprising, 'the console stays silent').toEqual([]);
}

/** Skips the running test where one of these tools is missing, and says which. */
export function skipWithout(...names: readonly ToolName[]): void {
  const reason = lackOf(...names);
  base.skip(reason !== '', reason);
}

/** Makes a page's browser one that is to save data. */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** A test of the window in a real browser. It fails on anything in the console that it does not allow. */
export const test = base.extend<Options & Fixtures>({
  workspace: [undefined, { option: true }],
  asProgram: [false, { option: true }],
  prefetchesCode: [false, { option: true }],
  allowedInConsole: [[], { option: true }],
  possible: [
    async ({}, use) => {
      skipWithout('browser');
      await use(true);
    },
    { auto: true },
  ],
  hangar: async ({ workspace, asProgram }, use) => {
    const hangar = await startHangar({ workspace, asProgram });
    await use(hangar);
    await hangar.stop();
  },
  api: async ({ hangar }, use) => use(clientOf(hangar.ready)),
  baseURL: async ({ hangar }, use) => use(hangar.ready.url),
  context: async ({ context, prefetchesCode }, use) => {
    if (!prefetchesCode) await context.addInitScript(saveData);
    await use(context);
  },
  page: ({ page, allowedInConsole }, use) => inSilence(page, allowedInConsole, use),
});
