import type { BrowserWindow, WebFrameMain } from 'electron';
import { DESKTOP_MESSAGES } from '../../shared/desktop.ts';
import { windowAddress } from './arguments.ts';
import { createWindow, type WindowOptions } from './create-window.ts';
import { askAfterCrashes, askOnFirstClose, confirmDiscardText } from './dialogs.ts';
import { openOutside } from './confine.ts';

/** Dependencies of the main window. */
interface WindowPorts extends WindowOptions {
  /** Called after the window was opened or closed. */
  readonly onChange: () => void;
  /** Ends Hangar: the window was closed and serving in the background is off. */
  readonly quit: () => void;
}

/** Maximum wait for a page that hangs while the window closes, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

/** The only window. Closing destroys it and frees its memory; opening it again restores its position and page. */
export class MainWindow {
  readonly #ports: WindowPorts;
  #window: BrowserWindow | undefined;
  #path = '/';
  /** Set while Hangar quits; called when the user decides to stay. */
  #onStay: (() => void) | undefined;

  constructor(ports: WindowPorts) {
    this.#ports = ports;
  }

  get isOpen(): boolean {
    return this.#window !== undefined;
  }

  /** True while the window has the focus. */
  get isInFront(): boolean {
    return this.#window?.isFocused() === true;
  }

  /** The window itself, as the parent of dialogs. */
  get native(): BrowserWindow | undefined {
    return this.#window;
  }

  /** True for the main frame with Hangar's own page. */
  owns(sender: WebFrameMain | null): boolean {
    if (sender === null || sender !== this.#window?.webContents.mainFrame) return false;
    return URL.canParse(sender.url) && new URL(sender.url).origin === new URL(this.#ports.url).origin;
  }

  /** Brings the window to the front, opening it if needed, and navigates to a path if given. */
  show(path = ''): void {
    const address = windowAddress(path) ?? '';
    const window = this.#window;
    if (window === undefined) {
      this.#open(address === '' ? this.#path : address);
      return;
    }
    if (address !== '') this.#go(window, address);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Runs one of the window's commands by ID. */
  run(command: string): void {
    this.show();
    this.#window?.webContents.send(DESKTOP_MESSAGES.command, command);
  }

  /** Closes the window to quit. Resolves to false when the user stays to keep typed text. */
  closeToQuit(): Promise<boolean> {
    return new Promise((resolve) => {
      const window = this.#window;
      if (window === undefined) {
        resolve(true);
        return;
      }
      const hung = setTimeout(() => window.destroy(), CLOSE_TIMEOUT);
      window.once('closed', () => {
        clearTimeout(hung);
        resolve(true);
      });
      this.#onStay = () => {
        clearTimeout(hung);
        this.#onStay = undefined;
        resolve(false);
      };
      window.close();
    });
  }

  /** Destroys the window without asking. */
  destroy(): void {
    this.#window?.destroy();
  }

  #open(path: string): void {
    const window = createWindow(this.#ports);
    this.#window = window;
    reloadAfterCrash(window, this.#ports.url);
    window.on('close', (event) => this.#closing(event, window));
    window.on('closed', () => this.#closed());
    window.webContents.on('will-prevent-unload', (event) => {
      if (confirmDiscardText(window)) event.preventDefault();
      else this.#onStay?.();
    });
    window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame) this.#path = url.slice(new URL(url).origin.length);
    });
    this.#load(window, path);
    this.#ports.onChange();
  }

  #go(window: BrowserWindow, path: string): void {
    if (window.webContents.isLoading() || window.webContents.isCrashed()) this.#load(window, path);
    else window.webContents.send(DESKTOP_MESSAGES.open, path);
  }

  #load(window: BrowserWindow, path: string): void {
    window.loadURL(this.#ports.url + path).catch((error: unknown) => {
      // A load that replaces another one is not a failure.
      if (!String(error).includes('ERR_ABORTED')) console.error(`hangar: the window cannot load: ${String(error)}`);
    });
  }

  #closing(event: { preventDefault: () => void }, window: BrowserWindow): void {
    if (this.#onStay !== undefined || this.#ports.settings.current.keepServing !== null) return;
    event.preventDefault();
    void this.#askAndClose(window);
  }

  async #askAndClose(window: BrowserWindow): Promise<void> {
    const { settings, url } = this.#ports;
    const answer = await askOnFirstClose(window, url);
    if (answer === 'stay' || window.isDestroyed()) return;
    settings.change({ keepServing: answer === 'serve' });
    window.close();
  }

  #closed(): void {
    this.#window = undefined;
    this.#ports.onChange();
    if (this.#onStay === undefined && this.#ports.settings.current.keepServing !== true) this.#ports.quit();
  }
}

/** Maximum number of crashes within `CRASH_PERIOD` milliseconds that are answered with a reload. */
const MAX_CRASHES = 3;
const CRASH_PERIOD = 60_000;

/** Reloads the page after its process crashed. The server and its runs are not affected. */
function reloadAfterCrash(window: BrowserWindow, url: string): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    console.error(`hangar: the window's process ended (${reason}); reloading it`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => at > now - CRASH_PERIOD), now];
    if (crashes.length <= MAX_CRASHES) window.webContents.reload();
    else void reloadIfAsked(window, url);
  });
}

async function reloadIfAsked(window: BrowserWindow, url: string): Promise<void> {
  const isReload = await askAfterCrashes(window, url);
  if (!isReload) openOutside(url);
  else if (!window.isDestroyed()) window.webContents.reload();
}
