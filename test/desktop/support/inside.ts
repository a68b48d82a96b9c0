import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';
import { pageVerbs, pathsOf, type RunningDesktop } from './driver.ts';
import { endedBy, type Program } from './processes.ts';

/** The application run from its sources, of which a test may also see the inside. */
export interface InsideDesktop extends RunningDesktop {
  readonly app: ElectronApplication;
  /** The question that waits for an answer, if there is one. */
  readonly question: () => Promise<{ readonly message: string; readonly buttons: string[] } | undefined>;
  /** Chooses an entry of the native menu, by its ID. */
  readonly choose: (id: string) => Promise<void>;
  readonly badge: () => Promise<number>;
}

/** State of stand-ins.cjs in the application's main process. */
interface Kept {
  readonly asked: { message: string; buttons: string[]; answer: (button: string) => void }[];
  readonly shown: { title: string; body: string; emit: (event: 'click') => void }[];
  readonly tray: { items: { label: string; enabled: boolean; click: () => void }[] };
  readonly toolTip: string;
  readonly badge: number;
  readonly opened: string[];
  readonly revealed: string[];
}
type WithKept = typeof globalThis & { readonly desktopTest: Kept };

/** Starts the application in Playwright's own way; what it asks of the system, stand-ins answer. */
export async function startInside(program: Program, data: string): Promise<InsideDesktop> {
  const standIns = fileURLToPath(new URL('stand-ins.cjs', import.meta.url));
  const { executable: executablePath, args, env } = program;
  const app = await _electron.launch({ executablePath, args: ['-r', standIns, ...args], env });
  const page = async (): Promise<Page> => {
    const found = app.windows().at(-1) ?? (await app.firstWindow());
    await found.waitForURL(/^http:/, { waitUntil: 'commit' });
    return found;
  };
  const ended: RunningDesktop['endedBy'] = (act) => endedBy(app.process(), act);
  return {
    ...{ app, data, page, endedBy: ended },
    ...pageVerbs(page),
    ...windowVerbs(app),
    ...questionVerbs(app),
    ...systemVerbs(app),
    kill: (signal) => Promise.resolve(app.process().kill(signal)),
    quit: () => ended(() => app.evaluate(({ app: application }) => application.quit())),
  };
}

function windowVerbs(app: ElectronApplication) {
  return {
    paths: () => pathsOf(app.windows()),
    title: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle() ?? ''),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    showWindow: () => app.evaluate(({ app: application }) => application.emit('activate')),
    isWindowOpen: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length > 0),
    // Without a window manager nothing decides which window is in front, so the test does.
    putInFront: (isInFront: boolean) =>
      app.evaluate(({ BrowserWindow }, is) => {
        for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => is;
      }, isInFront),
    choose: (id: string) =>
      app.evaluate(({ Menu }, item) => {
        Menu.getApplicationMenu()?.getMenuItemById(item)?.click();
      }, id),
  };
}

function questionVerbs(app: ElectronApplication): Pick<InsideDesktop, 'question' | 'answer'> {
  const question: InsideDesktop['question'] = () => {
    const asked = app.evaluate(() => {
      const [first] = (globalThis as WithKept).desktopTest.asked;
      return first && { message: first.message, buttons: first.buttons };
    });
    // While the application starts, Node's inspector may lose the answer to what it was asked.
    return asked.catch(() => undefined);
  };
  return {
    question,
    answer: async (message, button, place) => {
      await expect.poll(async () => (await question())?.message ?? '').toMatch(message);
      expect((await question())?.buttons[place]).toBe(button);
      await app.evaluate((_modules, chosen) => {
        (globalThis as WithKept).desktopTest.asked.shift()?.answer(chosen);
      }, button);
    },
  };
}

function systemVerbs(app: ElectronApplication) {
  return {
    badge: () => app.evaluate(() => (globalThis as WithKept).desktopTest.badge),
    announced: () =>
      app.evaluate(() => (globalThis as WithKept).desktopTest.shown.map(({ title, body }) => ({ title, body }))),
    clickAnnouncement: () => app.evaluate(() => (globalThis as WithKept).desktopTest.shown[0]?.emit('click')),
    tray: () =>
      app.evaluate(() => {
        const { tray, toolTip } = (globalThis as WithKept).desktopTest;
        return { toolTip, items: tray.items.map(({ label, enabled }) => (enabled ? label : `(${label})`)) };
      }),
    chooseInTray: (item: string) =>
      app.evaluate((_modules, label) => {
        (globalThis as WithKept).desktopTest.tray.items.find((entry) => entry.label === label)?.click();
      }, item),
    opened: () => app.evaluate(() => (globalThis as WithKept).desktopTest.opened),
    revealed: () => app.evaluate(() => (globalThis as WithKept).desktopTest.revealed),
  };
}
