import { BrowserWindow, nativeTheme, type NativeImage, screen } from 'electron';
import { ORIGIN_ARGUMENT } from '../../shared/desktop.ts';
import { APP_NAME } from './identity.ts';
import type { SettingsFile } from './settings-file.ts';
import { MIN_SIZE, restoredBounds } from './window-bounds.ts';

/** Options of `createWindow`. */
export interface WindowOptions {
  /** The server's address, without a final slash. */
  readonly url: string;
  /** Absolute path of the built preload script. */
  readonly preload: string;
  /** Session name; kept on disk when it begins with `persist:`. */
  readonly partition: string;
  readonly icon: NativeImage;
  readonly settings: SettingsFile;
}

/** The page's background colour, so that nothing flashes while it loads. */
const BACKGROUND = { dark: '#16181d', light: '#ffffff' } as const;

/** Creates the window at its previous position and shows it once it has content. */
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
      // Chromium would download dictionaries.
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

/** Saves the window's position shortly after it was moved or resized, and when it closes. */
function rememberBounds(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    // For a maximized window, the bounds that it is restored to.
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
