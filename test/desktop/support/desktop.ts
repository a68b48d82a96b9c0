import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { ensureBuilt } from '../../../build/ensure-built.mjs';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { lackOf, toolPath } from '../../tools/tools.ts';
import { type Display, openDisplay } from './display.ts';
import { KEY, type TestDesktop } from './driver.ts';
import { type InsideDesktop, startInside } from './inside.ts';
import { type OutsideDesktop, startOutside } from './outside.ts';
import { PACKAGED } from './packaged.ts';
import { end, type Program, runToEnd } from './processes.ts';
import { openSession, type Session } from './session.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Tools of the packaged application, in addition to those of both. */
const PACKAGED_NEEDS = ['Linux', 'dbus-daemon', 'window manager'] as const;

/** A task that asks, and one that waits. */
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

/** Options of a started desktop. */
export interface StartOptions {
  /** In addition to folder, key and any free port; a later flag wins. */
  readonly args?: readonly string[];
  /** Another folder than the test's own; "" for the one that the application chooses in the person's home. */
  readonly data?: string;
}

/** Option of a project: the application to run. */
export interface DesktopOptions {
  /** The packaged one rather than the one from the sources. */
  readonly packaged: boolean;
}

interface Fixtures {
  /** Skips a test on a machine that can show no window, and says why. */
  readonly possible: boolean;
  /** The data folder of the test, with a workspace in it. */
  readonly folder: string;
  /** The message bus of the test and what it finds there; nothing where the application runs from sources. */
  readonly session: Session | undefined;
  /** Returns the program of the application on a folder. */
  readonly program: (options?: StartOptions) => Program;
  /** Starts the application; what still runs at the test's end is ended. */
  readonly start: (options?: StartOptions) => Promise<TestDesktop>;
  /** The same, of the application from the sources: its inside may be looked at. */
  readonly startInside: (options?: StartOptions) => Promise<InsideDesktop>;
  /** The same, of the packaged application. */
  readonly startOutside: (options?: StartOptions) => Promise<OutsideDesktop>;
  /** Runs the application until it ends by itself. */
  readonly run: (args: readonly string[]) => Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Tests of the real application, on a display of their own. */
export const test = base.extend<Fixtures, DesktopOptions & { readonly display: Display }>({
  packaged: [false, { option: true, scope: 'worker' }],
  display: [
    async ({ packaged }, use) => {
      await ensureBuilt();
      const display = await openDisplay(packaged);
      await use(display);
      display.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  possible: [
    async ({ packaged }, use, info) => {
      const missing = lackOf('electron', 'display', ...(packaged ? PACKAGED_NEEDS : []));
      info.skip(missing !== '', missing);
      await use(true);
    },
    { auto: true },
  ],
  // Playwright reads from the pattern which fixtures this one needs.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hangar-desktop-'));
    await writeFile(join(folder, 'workspace.json'), JSON.stringify(WORKSPACE));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },
  session: async ({ packaged }, use) => {
    const session = packaged ? await openSession() : undefined;
    await use(session);
    session?.close();
  },
  program: async ({ packaged, display, folder, session }, use) => {
    if (packaged && !existsSync(PACKAGED)) throw new Error(`${PACKAGED} is not there`);
    const programs = await standInPrograms(folder);
    const env = { ...environment(display, folder), DBUS_SESSION_BUS_ADDRESS: session?.address ?? 'disabled:' };
    const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
    await use(({ args = [], data = folder } = {}) => ({
      executable: packaged ? PACKAGED : toolPath('electron')!,
      args: [...(packaged ? [] : [root]), ...ownArguments(data), ...args],
      env: { ...env, PATH: path },
    }));
  },
  startInside: async ({ program, folder }, use) => {
    const started: ChildProcess[] = [];
    await use(async (options) => {
      const desktop = await startInside(program(options), options?.data ?? folder);
      started.push(desktop.app.process());
      return desktop;
    });
    await Promise.all(started.map(end));
  },
  startOutside: async ({ program, folder, display, session }, use) => {
    const started: OutsideDesktop[] = [];
    await use(async (options) => {
      const around = { display: display.name ?? '', session: session!, openedList: openedList(folder) };
      const desktop = await startOutside(program(options), options?.data ?? folder, around);
      started.push(desktop);
      return desktop;
    });
    await Promise.all(started.map(({ child }) => end(child)));
    await Promise.all(started.map(({ disconnect }) => disconnect()));
  },
  start: async ({ packaged, startInside: inside, startOutside: outside, program }, use) => {
    await use(async (options = {}) => {
      const desktop = await (packaged ? outside(options) : inside(options));
      return { ...desktop, startAgain: (args) => runToEnd(program({ ...options, args })) };
    });
  },
  run: async ({ program }, use) => {
    await use((args) => runToEnd(program({ args })));
  },
});

export { expect };

function ownArguments(data: string): string[] {
  // Chromium's sandbox does not work for root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...asRoot, ...(data === '' ? [] : ['--data', data]), '--port', '0', '--api-key', KEY];
}

/** The environment of the application: the display, and nothing of this machine's person. */
function environment(display: Display, folder: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:HANGAR_|ELECTRON_RUN_AS_NODE|XDG_|NODE_OPTIONS)/.test(name),
  );
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    ...(display.name === undefined ? {} : { DISPLAY: display.name }),
    HOME: homeOf(folder),
  };
}

/** The home of the person at the application: empty. */
export function homeOf(folder: string): string {
  return join(folder, 'home');
}

function openedList(folder: string): string {
  return join(folder, 'opened.txt');
}

/** The command lines of the editor, one in each line. */
export function editedList(folder: string): string {
  return join(folder, 'edited.txt');
}

/** A folder of programs that take the place of the system's: what opens links, and an editor, only note what they get. */
async function standInPrograms(folder: string): Promise<string> {
  const programs = join(folder, 'programs');
  await mkdir(programs, { recursive: true });
  await mkdir(homeOf(folder), { recursive: true });
  const lists = { 'xdg-open': openedList(folder), code: editedList(folder) };
  for (const [name, list] of Object.entries(lists)) {
    const program = join(programs, name);
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${list}'\n`);
    await chmod(program, 0o755);
  }
  return programs;
}
