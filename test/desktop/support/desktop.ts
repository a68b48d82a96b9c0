import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, type Page, test as base } from '@playwright/test';
import { electronRuntime } from '../../../build/electron-runtime.mjs';
import { ensureBuilt } from '../../../build/ensure-built.mjs';
import { contract } from '../../../shared/contract/index.ts';
import { createClient } from '../../../shared/http/client.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
// Declares what the bridge adds to a page's window.
import type {} from '../../../renderer/core/desktop.ts';
import { type Display, displayMissing, openDisplay } from './display.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const KEY = 'tkn_desktop';

/** A task that asks, one that waits, and one that ends at once. */
const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  tasks: [
    {
      slug: 'ask',
      name: 'Ask somebody',
      behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?' }] },
    },
    { slug: 'wait', name: 'Wait', behavior: { kind: 'steps', steps: [{ do: 'wait', seconds: 600 }] } },
  ],
};

/** The application as a test drives it. */
export interface TestDesktop {
  readonly app: ElectronApplication;
  /** The data folder that it runs on. */
  readonly data: string;
  /** The window's page, once it shows something. */
  readonly page: () => Promise<Page>;
  /** Where it serves, and the typed client of that. */
  readonly server: () => Promise<{ readonly url: string; readonly api: ReturnType<typeof clientOf> }>;
  /** The question that waits for an answer, if there is one. */
  readonly question: () => Promise<{ readonly message: string; readonly buttons: string[] } | undefined>;
  /** Waits for a question, checks its message, and answers it by a button. */
  readonly answer: (message: string | RegExp, button: string) => Promise<void>;
  /** Chooses an entry of the native menu, by its ID. */
  readonly choose: (id: string) => Promise<void>;
  readonly isWindowOpen: () => Promise<boolean>;
  /** Does something that ends it; gives how it ended. */
  readonly endedBy: (
    act: () => Promise<unknown>,
  ) => Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Quits it as its menu does. */
  readonly quit: () => Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** How a desktop is started. */
export interface StartOptions {
  /** In addition to folder, key and any free port; a later flag wins. */
  readonly args?: readonly string[];
  /** Another folder than the test's own. */
  readonly data?: string;
}

interface Fixtures {
  /** Skips a test on a machine that can show no window, and says why. */
  readonly possible: boolean;
  /** Starts the application; what still runs at the test's end is ended. */
  readonly start: (options?: StartOptions) => Promise<TestDesktop>;
  /** The data folder of the test, with a workspace in it. */
  readonly folder: string;
}

/** Tests of the real application, on a display of their own. */
export const test = base.extend<Fixtures, { readonly display: Display }>({
  display: [
    // Playwright reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      await ensureBuilt();
      const display = await openDisplay();
      await use(display);
      display.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  possible: [
    async ({}, use, info) => {
      info.skip(electronRuntime() === undefined, 'no Electron runtime: `npx install-electron` fetches one');
      info.skip(displayMissing() !== '', displayMissing());
      await use(true);
    },
    { auto: true },
  ],
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hangar-desktop-'));
    await writeFile(join(folder, 'workspace.json'), JSON.stringify(WORKSPACE));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },
  start: async ({ display, folder }, use) => {
    const started: ChildProcess[] = [];
    await use(async ({ args = [], data = folder } = {}) => {
      const app = await launch(display, data, args);
      const child = app.process();
      started.push(child);
      return driver(app, child, data);
    });
    // What still runs would go on writing into a folder that is about to be removed.
    await Promise.all(started.filter(isRunning).map(end));
  },
});

export { expect };

/** Longer than the application takes to stop by itself. */
const STOPS_WITHIN = 8000;

async function end(child: ChildProcess): Promise<void> {
  const killer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(killer);
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Arguments that start the application on a folder. */
export function desktopArguments(data: string, args: readonly string[] = []): string[] {
  // Chromium's sandbox does not work for root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [root, ...asRoot, '--data', data, '--port', '0', '--api-key', KEY, ...args];
}

/** The environment of the application: the display, and nothing of this machine's person. */
export function desktopEnvironment(display: Display, data: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:HANGAR_|ELECTRON_RUN_AS_NODE)/.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    ...(display.name === undefined ? {} : { DISPLAY: display.name }),
    XDG_CONFIG_HOME: join(data, 'home'),
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
}

function launch(display: Display, data: string, args: readonly string[]): Promise<ElectronApplication> {
  const executablePath = electronRuntime();
  if (executablePath === undefined) throw new Error('no Electron runtime');
  const stubs = fileURLToPath(new URL('stand-ins.cjs', import.meta.url));
  return _electron.launch({
    executablePath,
    args: ['-r', stubs, ...desktopArguments(data, args)],
    env: desktopEnvironment(display, data),
  });
}

function clientOf(url: string) {
  return createClient(contract, { base: url, transport: fetch, headers: () => ({ 'X-Service-API-Key': KEY }) });
}

/** What stand-ins.cjs keeps in the application's main process. */
interface Kept {
  readonly asked: { message: string; buttons: string[]; answer: (button: string) => void }[];
}
type WithKept = typeof globalThis & { readonly desktopTest: Kept };

function driver(app: ElectronApplication, child: ChildProcess, data: string): TestDesktop {
  const page = async (): Promise<Page> => {
    const found = app.windows().at(-1) ?? (await app.firstWindow());
    await found.waitForURL(/^http:/, { waitUntil: 'commit' });
    return found;
  };
  const question: TestDesktop['question'] = () => {
    const asked = app.evaluate(() => {
      const [first] = (globalThis as WithKept).desktopTest.asked;
      return first && { message: first.message, buttons: first.buttons };
    });
    // While the application starts, Node's inspector may lose the answer to what it was asked.
    return asked.catch(() => undefined);
  };
  const endedBy: TestDesktop['endedBy'] = async (act) => {
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
    // What ends the application also ends the connection over which it was asked to.
    await act().catch(() => undefined);
    return ended;
  };
  return {
    app,
    data,
    page,
    endedBy,
    server: async () => {
      const url = new URL((await page()).url()).origin;
      return { url, api: clientOf(url) };
    },
    question,
    answer: async (message, button) => {
      await expect.poll(async () => (await question())?.message ?? '').toMatch(message);
      await app.evaluate((_modules, chosen) => {
        (globalThis as WithKept).desktopTest.asked.shift()?.answer(chosen);
      }, button);
    },
    choose: (id) =>
      app.evaluate(({ Menu }, item) => {
        Menu.getApplicationMenu()?.getMenuItemById(item)?.click();
      }, id),
    isWindowOpen: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length > 0),
    quit: () => endedBy(() => app.evaluate(({ app: application }) => application.quit())),
  };
}
