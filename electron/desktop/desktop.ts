import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, session } from 'electron';
import type { DesktopSettings } from '../../shared/desktop.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { PromptNotifier } from './prompt-notifications.ts';
import { watchPrompts } from './pending-prompts.ts';
import { Badge } from './badge.ts';
import { connectBridge } from './bridge.ts';
import { cutOffNetwork } from './confine.ts';
import { loadImages } from './images.ts';
import { MainWindow } from './main-window.ts';
import { NativeMenu } from './menu.ts';
import type { SettingsFile } from './settings-file.ts';
import { TrayIcon } from './tray.ts';

/** What the desktop is put together from. */
export interface DesktopOptions {
  readonly emulator: Emulator;
  readonly settings: SettingsFile;
  /** The address of the built main program; the preload script lies beside it. */
  readonly program: string;
}

/** The desktop around a server: its window, menu, tray, badge and announcements. */
export interface Desktop {
  /** Brings the window to the front, at a place when one is given. */
  readonly show: (path?: string) => void;
  /** Takes everything away; false when the person stays to keep what they typed. With `force` nobody is asked. */
  readonly close: (force: boolean) => Promise<boolean>;
  /** Shows what another server does, which took the place of the one before at the same address. */
  readonly follow: (emulator: Emulator) => void;
  /** The window, for what is shown above it. */
  readonly window: () => BrowserWindow | undefined;
}

/** Puts the desktop together, without a window yet. */
export async function createDesktop({ emulator, settings, program }: DesktopOptions): Promise<Desktop> {
  const { url } = emulator;
  const images = loadImages();
  const quit = (): void => app.quit();
  // In memory the window keeps nothing either.
  const partition = emulator.data === '' ? 'hangar' : 'persist:hangar';
  const pages = session.fromPartition(partition);
  await cutOffNetwork(pages, url);
  const preload = fileURLToPath(new URL('../preload/preload.cjs', program));
  const window: MainWindow = new MainWindow({
    ...{ url, preload, partition, settings, quit, icon: images.icon },
    onChange: () => {
      // Commands are the window's: without it nothing could do them.
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
  connect(window, menu, settings);
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

/** Shows the prompts of a server that wait, everywhere in the desktop, until the function that this gives is called. */
function promptFollower({ tray, badge, notifier, settings, window }: PromptViews) {
  return (emulator: Emulator): (() => void) =>
    watchPrompts(emulator, (pending) => {
      tray.show(pending.prompts);
      badge.show(pending.prompts.length);
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

function connect(window: MainWindow, menu: NativeMenu, settings: SettingsFile): void {
  connectBridge({
    isOwn: (sender) => window.owns(sender),
    window: () => window.native,
    setMenu: (commands) => menu.setCommands(commands),
    settings: () => settings.settings,
    changeSettings: (change: Partial<DesktopSettings>) => {
      settings.change(change);
      menu.refresh();
    },
  });
}
