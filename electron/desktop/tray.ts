import { type BrowserWindow, Menu, type MenuItemConstructorOptions, type NativeImage, Tray, app } from 'electron';
import { type Pending, pendingText } from './pending-prompts.ts';
import { APP_NAME } from './identity.ts';
import { desktopSystem } from './system.ts';

/** Dependencies of the tray icon. */
interface TrayPorts {
  readonly url: string;
  readonly icons: { readonly idle: NativeImage; readonly waiting: NativeImage };
  /** Opens the window, at a path when one is given. */
  readonly open: (path?: string) => void;
  readonly quit: () => void;
}

const SYSTEM = desktopSystem();
const MAX_PROMPTS = 8;
const MAX_TITLE = 60;

/** The tray icon: server address, pending prompts and requests, and Quit. Desktops without a tray show none. */
export class TrayIcon {
  readonly #ports: TrayPorts;
  readonly #tray: Tray;

  constructor(ports: TrayPorts) {
    this.#ports = ports;
    this.#tray = new Tray(ports.icons.idle);
    this.#tray.on('click', () => ports.open());
    this.show([]);
  }

  /** Updates the pending prompts and requests. */
  show(pending: readonly Pending[]): void {
    const { url, icons } = this.#ports;
    const count = pending.length;
    this.#tray.setImage(count === 0 ? icons.idle : icons.waiting);
    this.#tray.setToolTip(`${APP_NAME} at ${url}: ${pendingText(pending).toLowerCase()}`);
    if (SYSTEM.hasTemplateIcons) this.#tray.setTitle(count === 0 ? '' : String(count));
    this.#tray.setContextMenu(Menu.buildFromTemplate(trayItems(pending, this.#ports)));
  }

  destroy(): void {
    this.#tray.destroy();
  }
}

function trayItems(pending: readonly Pending[], { url, open, quit }: TrayPorts): MenuItemConstructorOptions[] {
  return [
    { label: `Serving at ${url}`, enabled: false },
    { label: pendingText(pending), enabled: pending.length > 0, click: () => open('/prompts') },
    ...pending.slice(0, MAX_PROMPTS).map(({ id, title, name }) => ({
      label: shortened(`${title} – ${name}`).replaceAll('&', '&&'),
      click: () => open(`/prompts/${id}`),
    })),
    { type: 'separator' },
    { label: `Open ${APP_NAME}`, click: () => open() },
    { label: `Quit ${APP_NAME}`, click: quit },
  ];
}

function shortened(text: string): string {
  return text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`;
}

/** The application's badge with the number of pending prompts and requests; a dot on Windows, which has no numbers there. */
export class Badge {
  readonly #dot: NativeImage;
  readonly #window: () => BrowserWindow | undefined;
  #pending: readonly Pending[] = [];

  constructor(dot: NativeImage, window: () => BrowserWindow | undefined) {
    this.#dot = dot;
    this.#window = window;
  }

  show(pending: readonly Pending[]): void {
    this.#pending = pending;
    this.refresh();
  }

  /** Sets the badge again, for example on a new window. */
  refresh(): void {
    app.setBadgeCount(this.#pending.length);
    if (!SYSTEM.hasOverlays) return;
    this.#window()?.setOverlayIcon(this.#pending.length === 0 ? null : this.#dot, pendingText(this.#pending));
  }
}
