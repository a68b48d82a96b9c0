import { fileURLToPath } from 'node:url';
import { type BrowserWindow, type NativeImage, app, nativeImage, session } from 'electron';
import type { DesktopSettings } from '../../shared/desktop.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { PromptNotifier } from './prompt-notifications.ts';
import { watchPrompts } from './pending-prompts.ts';
import { type BridgePorts, connectBridge } from './bridge.ts';
import { cutOffNetwork } from './confine.ts';
import { MainWindow } from './main-window.ts';
import { NativeMenu } from './menu.ts';
import type { SettingsFile } from './settings-file.ts';
import { desktopSystem } from './system.ts';
import { makeTerminalLink, terminalLink, type TerminalLinkPorts } from './terminal-link.ts';
import { Badge, TrayIcon } from './tray.ts';
import dot from './images/dot.png?inline';
import icon from './images/icon.png?inline';
import tray from './images/tray.png?inline';
import trayTemplate from './images/tray-template.png?inline';
import trayWaiting from './images/tray-waiting.png?inline';

/** Options of `createDesktop`. */
export interface DesktopOptions {
  readonly emulator: Emulator;
  readonly settings: SettingsFile;
  /** URL of the built main program; the preload script is beside it. */
  readonly program: string;
  /** Opens files that the user chooses or drops. */
  readonly files: FileOpening;
}

/** Opening of files from the window. */
export type FileOpening = Pick<BridgePorts, 'open' | 'closeBundle'>;

/** The desktop around a server: window, menu, tray, badge and notifications. */
export interface Desktop {
  /** Brings the window to the front and opens a path when one is given. */
  readonly show: (path?: string) => void;
  /** Closes everything; resolves to false when the user keeps the window to save typed text. `force` skips the question. */
  readonly close: (force: boolean) => Promise<boolean>;
  /** Switches to another server at the same address. */
  readonly follow: (emulator: Emulator) => void;
  /** The window, as the parent of dialogs. */
  readonly window: () => BrowserWindow | undefined;
}

/** Creates the desktop, without opening the window. */
export async function createDesktop({ emulator, settings, program, files }: DesktopOptions): Promise<Desktop> {
  const { url } = emulator;
  const images = loadImages();
  const quit = (): void => app.quit();
  // With state in memory, the window stores nothing on disk either.
  const partition = emulator.data === '' ? 'hangar' : 'persist:hangar';
  const pages = session.fromPartition(partition);
  await cutOffNetwork(pages, url);
  const preload = fileURLToPath(new URL('../preload/preload.cjs', program));
  const window: MainWindow = new MainWindow({
    ...{ url, preload, partition, settings, quit, icon: images.icon },
    onChange: () => {
      // The commands belong to the page of the window and cannot run without it.
      if (!window.isOpen) menu.setCommands([]);
      badge.refresh();
    },
  });
  const show = (path?: string): void => window.show(path);
  const menu = createMenu({ url, settings, window, quit });
  const badge = new Badge(images.dot, () => window.native);
  const tray = new TrayIcon({ url, icons: images.tray, open: show, quit });
  const notifier = new PromptNotifier(images.icon, show);
  const follow = promptFollower({ tray, badge, notifier, settings, window });
  let unfollow = follow(emulator);
  connect(window, menu, { settings, files });
  const close = async (force: boolean): Promise<boolean> => {
    if (!force && !(await window.closeToQuit())) return false;
    unfollow();
    window.destroy();
    tray.destroy();
    pages.flushStorageData();
    return true;
  };
  return {
    ...{ show, close },
    follow: (served) => {
      unfollow();
      unfollow = follow(served);
    },
    window: () => window.native,
  };
}

interface PromptViews {
  readonly tray: TrayIcon;
  readonly badge: Badge;
  readonly notifier: PromptNotifier;
  readonly settings: SettingsFile;
  readonly window: MainWindow;
}

/** Returns a function that shows a server's pending prompts and requests throughout the desktop. Calling its result stops that. */
function promptFollower({ tray, badge, notifier, settings, window }: PromptViews) {
  return (emulator: Emulator): (() => void) =>
    watchPrompts(emulator, (pending) => {
      tray.show(pending.all);
      badge.show(pending.all);
      notifier.closeStale(pending);
      if (settings.current.notifications && !window.isInFront) notifier.notify(pending.added);
    });
}

interface MenuDependencies {
  readonly url: string;
  readonly settings: SettingsFile;
  readonly window: MainWindow;
  readonly quit: () => void;
}

function createMenu({ url, settings, window, quit }: MenuDependencies): NativeMenu {
  return new NativeMenu({
    ...{ url, quit },
    isKeptServing: () => settings.current.keepServing === true,
    isNotifying: () => settings.current.notifications,
    keepServing: (keepServing) => settings.change({ keepServing }),
    notify: (notifications) => settings.change({ notifications }),
    show: () => window.show(),
    run: (command) => window.run(command),
  });
}

function connect(
  window: MainWindow,
  menu: NativeMenu,
  { settings, files }: Pick<DesktopOptions, 'settings' | 'files'>,
): void {
  connectBridge({
    isOwn: (sender) => window.owns(sender),
    window: () => window.native,
    ...files,
    setMenu: (commands) => menu.setCommands(commands),
    settings: () => settings.settings,
    terminal: () => terminalLink(terminalPorts()),
    makeTerminal: () => makeTerminalLink(terminalPorts()),
    changeSettings: (change: Partial<DesktopSettings>) => {
      settings.change(change);
      menu.refresh();
    },
  });
}

function terminalPorts(): TerminalLinkPorts {
  // An AppImage is unpacked to a new folder at each start; only the file itself has a fixed path.
  const program = process.env['APPIMAGE'] ?? process.execPath;
  return {
    platform: process.platform,
    home: app.getPath('home'),
    searchPath: process.env['PATH'] ?? '',
    application: app.isPackaged ? [program] : [program, app.getAppPath()],
  };
}

/** Images of the desktop shell, as the platform needs them. */
interface Images {
  readonly icon: NativeImage;
  readonly dot: NativeImage;
  readonly tray: { readonly idle: NativeImage; readonly waiting: NativeImage };
}

/** Loads the images. Call after the application is ready. */
function loadImages(): Images {
  const { hasTemplateIcons } = desktopSystem();
  const waiting = hasTemplateIcons ? template() : nativeImage.createFromDataURL(trayWaiting);
  return {
    icon: nativeImage.createFromDataURL(icon),
    dot: nativeImage.createFromDataURL(dot),
    tray: { idle: hasTemplateIcons ? template() : nativeImage.createFromDataURL(tray), waiting },
  };
}

/** Template image: macOS colours it itself and shows the number beside it. */
function template(): NativeImage {
  const image = nativeImage.createFromBuffer(nativeImage.createFromDataURL(trayTemplate).toPNG(), { scaleFactor: 2 });
  image.setTemplateImage(true);
  return image;
}
