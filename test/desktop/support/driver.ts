import type { Page } from '@playwright/test';
import type { DesktopSettings } from '../../../shared/desktop.ts';
import { clientOf } from '../../support/program.ts';
// Declares what the bridge adds to a page's window.
import type {} from '../../../renderer/core/data/desktop.ts';

/** The API key that every application under test accepts. */
export const KEY = 'tkn_desktop';

/** The end of a process. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The application as a person and a program meet it, whichever way it runs. */
export interface RunningDesktop {
  /** The data folder that it runs on. */
  readonly data: string;
  /** The window's page, once it shows something. */
  readonly page: () => Promise<Page>;
  /** Its server's URL, and a typed client. */
  readonly server: () => Promise<{ readonly url: string; readonly api: ReturnType<typeof clientOf> }>;
  /** The paths of the pages that its windows show. */
  readonly paths: () => string[];
  /** Text of the window's title bar. */
  readonly title: () => Promise<string>;
  readonly closeWindow: () => Promise<unknown>;
  /** Asks for the window as the system's own means do: the dock, the tray. */
  readonly showWindow: () => Promise<unknown>;
  readonly isWindowOpen: () => Promise<boolean>;
  readonly putInFront: (isInFront: boolean) => Promise<unknown>;
  /** Makes choices of the settings' desktop section. */
  readonly decide: (choices: Partial<DesktopSettings>) => Promise<void>;
  /** Opens a file of this machine as the window does that was given it; resolves at once, since a question may follow. */
  readonly openFile: (path: string) => Promise<void>;
  /** Waits for a question with this message and answers it by a button, the one in this place from the left. */
  readonly answer: (message: string | RegExp, button: string, place: number) => Promise<void>;
  /** The system's current notifications. */
  readonly announced: () => Promise<readonly { readonly title: string; readonly body: string }[]>;
  readonly clickAnnouncement: () => Promise<unknown>;
  /** The tray's text and menu; disabled items are in parentheses. */
  readonly tray: () => Promise<{ readonly toolTip: string; readonly items: readonly string[] }>;
  readonly chooseInTray: (item: string) => Promise<unknown>;
  /** Addresses opened in other programs, and files shown in the file manager. */
  readonly opened: () => Promise<readonly string[]>;
  readonly revealed: () => Promise<readonly string[]>;
  readonly kill: (signal: NodeJS.Signals) => Promise<unknown>;
  /** Does something that ends it; gives how it ended. */
  readonly endedBy: (act: () => Promise<unknown>) => Promise<Ended>;
  /** Quits it as its menus do. */
  readonly quit: () => Promise<Ended>;
}

/** An application that a test has started. */
export interface TestDesktop extends RunningDesktop {
  /** Starts it once more on the same folder, until that one ends. */
  readonly startAgain: (args: readonly string[]) => Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Operations on its pages, shared by all drivers. */
export function pageVerbs(page: () => Promise<Page>): Pick<RunningDesktop, 'server' | 'decide' | 'openFile'> {
  return {
    server: async () => {
      const url = new URL((await page()).url()).origin;
      return { url, api: clientOf({ url, apiKey: KEY }) };
    },
    decide: async (choices) => {
      const shown = await page();
      await shown.evaluate((change) => window.hangar?.changeSettings(change), choices);
    },
    openFile: async (path) => {
      const shown = await page();
      await shown.evaluate((file) => void window.hangar?.open(file), path);
    },
  };
}

/** Paths of pages that show a place of the window. */
export function pathsOf(pages: readonly Page[]): string[] {
  return pages.map((page) => page.url()).flatMap((url) => (URL.canParse(url) ? [new URL(url).pathname] : []));
}
