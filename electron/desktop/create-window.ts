import { BrowserWindow, nativeTheme, type NativeImage, screen } from 'electron';
import { ORIGIN_ARGUMENT } from '../../shared/desktop.ts';
import { APP_NAME } from './identity.ts';
import type { SettingsFile } from './settings-file.ts';
import { MIN_SIZE, restoredBounds } from './window-bounds.ts';

/** What a window is made of. */
export interface WindowOptions {
  /** The server's address, without a final slash. */
  readonly url: string;
  /** Absolute path of the built preload script. */
  readonly preload: string;
  /** Name of the session; one that begins with `persist:` is kept on disk. */
  readonly partition: string;
  readonly icon: NativeImage;
  readonly settings: SettingsFile;
}

/** As the page's own background, so that nothing flashes before it is there. */
const BACKGROUND = { dark: '#16181d', light: '#ffffff' } as const;

/** Makes the window, where it was the last time; it shows itself once there is something to see. */
export function createWindow({ url, preload, partition, icon, settings }: WindowOptions): BrowserWindow {
  const remembered = settings.current.window;
  const window = new BrowserWindow({
    ...restoredBounds(displayAreas(), remembered),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    title: APP_NAME,
    icon,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Chromium would fetch dictionaries from the Internet.
      spellcheck: false,
      additionalArguments: [`${ORIGIN_ARGUMENT}${new URL(url).origin}`],
    },
  });
  window.once('ready-to-show', () => {
    if (remembered?.maximized === true) window.maximize();
    window.show();
  });
  rememberBounds(window, settings);
  return window;
}

function displayAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}

const SAVE_DEBOUNCE_MILLISECONDS = 400;

/** Remembers where the window is, a moment after it came to rest, and when it closes. */
function rememberBounds(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    // Of a maximized window this is the place that it goes back to.
    settings.change({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } });
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DEBOUNCE_MILLISECONDS);
  };
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('close', save);
  window.on('closed', () => clearTimeout(timer));
}
