import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { browserOf, listening } from './debugging.ts';
import { pageVerbs, pathsOf, type RunningDesktop } from './driver.ts';
import { endedBy, printedBy, type Program } from './processes.ts';
import type { Session } from './session.ts';
import { type NativeWindow, NativeWindows } from './windows.ts';

/** The environment of the application: a display with a window manager, a session, and a file with the opened links. */
export interface DesktopEnvironment {
  /** As in `DISPLAY`. */
  readonly display: string;
  readonly session: Session;
  /** Absolute path of the file to which the stand-in of `xdg-open` adds a line for each address. */
  readonly openedList: string;
}

/** The packaged application, which lets nobody see its inside: windows, keys, notifications and tray are the desktop's own. */
export interface OutsideDesktop extends RunningDesktop {
  readonly child: ChildProcess;
  readonly windows: NativeWindows;
  /** The window itself, among those of the application. */
  readonly window: () => NativeWindow | undefined;
  /** Everything that it printed so far. */
  readonly printed: () => string;
  readonly disconnect: () => Promise<void>;
}

/** The title of a window that asks something; the main one names the place that it shows. */
const QUESTION_TITLE = 'Hangar';

/** Starts the packaged application; connects to its pages when a test asks for them, since it may ask something before. */
export async function startOutside(
  program: Program,
  data: string,
  around: DesktopEnvironment,
): Promise<OutsideDesktop> {
  const { executable, args, env } = program;
  const child = spawn(executable, ['--remote-debugging-port=0', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = printedBy(child);
  await listening({ child, printed });
  let browser: Promise<Browser> | undefined;
  let pages = (): Page[] => [];
  const windows = new NativeWindows(around.display);
  const own = () => windows.of(child.pid ?? 0);
  const page = async (): Promise<Page> => {
    const connected = await (browser ??= browserOf({ child, printed }));
    pages = () => connected.contexts().flatMap((context) => context.pages());
    await expect.poll(() => pages().some(isLoaded)).toBe(true);
    // Shown, and named by what it shows.
    await expect.poll(verbs.window).toBeDefined();
    return pages().filter(isLoaded).at(-1)!;
  };
  const verbs = windowVerbs(windows, own);
  const system = systemVerbs(child, around);
  const ended: RunningDesktop['endedBy'] = (act) => endedBy(child, act);
  return {
    ...{ child, data, windows, page, printed, endedBy: ended },
    ...pageVerbs(page),
    ...verbs,
    ...system,
    paths: () => pathsOf(pages()),
    showWindow: () => system.chooseInTray('Open Hangar'),
    kill: (signal) => Promise.resolve(child.kill(signal)),
    quit: () => ended(() => system.chooseInTray('Quit Hangar')),
    disconnect: async () => (await browser?.catch(() => undefined))?.close().catch(() => undefined),
  };
}

function isLoaded(page: Page): boolean {
  return page.url().startsWith('http');
}

function windowVerbs(windows: NativeWindows, own: () => NativeWindow[]) {
  const window = () => own().find(({ title }) => title !== QUESTION_TITLE);
  const question = () => own().find(({ title }) => title === QUESTION_TITLE);
  const withWindow = async (act: (window: NativeWindow) => void): Promise<void> => {
    await expect.poll(window).toBeDefined();
    act(window()!);
  };
  return {
    window,
    title: () => Promise.resolve(window()?.title ?? ''),
    closeWindow: () => withWindow((shown) => windows.close(shown)),
    isWindowOpen: () => Promise.resolve(window() !== undefined),
    putInFront: async (isInFront: boolean) => {
      await withWindow((shown) => (isInFront ? windows.activate(shown) : windows.minimize(shown)));
      // A prompt that comes before is not announced, or is.
      await expect.poll(() => windows.isActive(window()!)).toBe(isInFront);
    },
    // The system draws its text, which cannot be read here; its buttons are pressed by keyboard.
    answer: async (_message: string | RegExp, _button: string, place: number) => {
      await expect.poll(question).toBeDefined();
      const { id } = question()!;
      windows.press(question()!, ...Array<string>(place).fill('Tab'), 'Return');
      await expect.poll(() => own().some((shown) => shown.id === id)).toBe(false);
    },
  };
}

function systemVerbs(child: ChildProcess, { session, openedList }: DesktopEnvironment) {
  const item = async (): Promise<string> => {
    await expect.poll(() => session.trayItemOf(child.pid ?? 0)).toBeDefined();
    return (await session.trayItemOf(child.pid ?? 0))!;
  };
  const tray = async () => session.tray(await item());
  return {
    announced: () => Promise.resolve(session.notifications().map(({ title, body }) => ({ title, body }))),
    clickAnnouncement: () => {
      session.clickNotification(session.notifications()[0]!.id);
      return Promise.resolve();
    },
    tray: async () => {
      const { toolTip, entries } = await tray();
      return { toolTip, items: entries.map(({ label, enabled }) => (enabled ? label : `(${label})`)) };
    },
    chooseInTray: async (label: string) => {
      const { entries } = await tray();
      const found = entries.find((entry) => entry.label === label);
      if (found === undefined) throw new Error(`the tray has no "${label}"`);
      await session.chooseInTray(await item(), found.id);
    },
    opened: async () => (await readFile(openedList, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
    revealed: () => Promise.resolve(session.revealed().map((address) => fileURLToPath(address))),
  };
}
