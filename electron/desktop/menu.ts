import { app, Menu, type MenuItemConstructorOptions as Item } from 'electron';
import type { MenuCommand } from '../../shared/desktop.ts';
import { acceleratorOf } from './accelerator.ts';
import { openOutside } from './confine.ts';
import { APP_NAME } from './identity.ts';
import { desktopSystem } from './system.ts';

/** Dependencies of the native menu. */
interface MenuPorts {
  readonly url: string;
  readonly isKeptServing: () => boolean;
  readonly isNotifying: () => boolean;
  readonly keepServing: (keep: boolean) => void;
  readonly notify: (notify: boolean) => void;
  readonly run: (command: string) => void;
  readonly show: () => void;
  readonly quit: () => void;
}

/** Maximum number of commands per menu; the rest is in the command palette. */
const MAX_MENU_ITEMS = 40;
const PALETTE = 'palette';
const SYSTEM = desktopSystem().menu;
/** Menu that comes before the standard ones. */
const FILE = 'File';
const DEBOUNCE_MILLISECONDS = 50;

/** The native menu: the window's current commands among the system's standard items. */
export class NativeMenu {
  readonly #ports: MenuPorts;
  #commands: readonly MenuCommand[] = [];
  #shown = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(ports: MenuPorts) {
    this.#ports = ports;
    this.refresh();
  }

  /** Replaces the commands. Updates are debounced. */
  setCommands(commands: readonly MenuCommand[]): void {
    this.#commands = commands;
    this.#timer ??= setTimeout(() => this.refresh(), DEBOUNCE_MILLISECONDS);
  }

  /** Rebuilds the menu if anything changed. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const menus = menuTemplate(this.#commands, this.#ports);
    const next = JSON.stringify(menus);
    if (next === this.#shown) return;
    this.#shown = next;
    Menu.setApplicationMenu(Menu.buildFromTemplate(menus));
  }
}

/** The menus from left to right: standard menus and one for each group of commands. */
function menuTemplate(commands: readonly MenuCommand[], ports: MenuPorts): Item[] {
  const fixed: Readonly<Record<string, Item[]>> = {
    [APP_NAME]: applicationItems(ports),
    Edit: EDIT_ITEMS,
    View: viewItems(),
    Window: [...SYSTEM.window],
    Help: [{ label: 'Open in the browser', click: () => openOutside(`${ports.url}/`) }],
  };
  const own = [...new Set(commands.map(({ menu }) => menu))].filter((name) => !(name in fixed) && name !== FILE);
  const file = commands.some(({ menu }) => menu === FILE) ? [FILE] : [];
  const taken = new Set(commands.map(({ shortcut }) => acceleratorOf(shortcut)));
  return [APP_NAME, ...file, 'Edit', 'View', ...own, 'Window', 'Help'].map((name) => {
    const items = commandItems(commands, name, ports.run);
    const rest = (fixed[name] ?? []).map((item) => withoutTakenShortcut(item, taken));
    const isDivided = items.length > 0 && rest.length > 0;
    return { label: name, submenu: [...items, ...(isDivided ? [{ type: 'separator' as const }] : []), ...rest] };
  });
}

function commandItems(commands: readonly MenuCommand[], menu: string, run: (id: string) => void): Item[] {
  const own = commands.filter((command) => command.menu === menu);
  const items = own.slice(0, MAX_MENU_ITEMS).map(({ id, title, shortcut, keys, enabled }): Item => {
    const accelerator = acceleratorOf(shortcut);
    const shown = accelerator === undefined && keys !== '' ? ` (${keys})` : '';
    return {
      id,
      label: (title + shown).replaceAll('&', '&&'),
      enabled,
      // The page handles the keys itself, so that they work the same in a browser.
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
      click: () => run(id),
    };
  });
  if (own.length <= MAX_MENU_ITEMS) return items;
  return [...items, { label: `${own.length - MAX_MENU_ITEMS} more…`, click: () => run(PALETTE) }];
}

/** A command of the window takes precedence over a system item with the same shortcut. */
function withoutTakenShortcut(item: Item, taken: ReadonlySet<string | undefined>): Item {
  const isTaken = item.accelerator !== undefined && taken.has(item.accelerator);
  return isTaken ? { ...item, registerAccelerator: false } : item;
}

function applicationItems({ isKeptServing, isNotifying, keepServing, notify, show, quit }: MenuPorts): Item[] {
  return [
    ...SYSTEM.about,
    { id: 'show-window', label: 'Show the window', click: show },
    {
      id: 'keep-serving',
      label: 'Keep serving when the window is closed',
      type: 'checkbox',
      checked: isKeptServing(),
      click: (item) => keepServing(item.checked),
    },
    {
      id: 'notifications',
      label: 'Announce new prompts',
      type: 'checkbox',
      checked: isNotifying(),
      click: (item) => notify(item.checked),
    },
    { type: 'separator' },
    ...SYSTEM.application,
    { role: 'close', label: 'Close the window', accelerator: 'CmdOrCtrl+W' },
    { id: 'quit', label: `Quit ${APP_NAME}`, accelerator: 'CmdOrCtrl+Q', click: quit },
  ];
}

const EDIT_ITEMS: Item[] = [
  { role: 'undo' },
  { role: 'redo' },
  { type: 'separator' },
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll', label: 'Select all' },
];

function viewItems(): Item[] {
  return [
    { role: 'reload', accelerator: 'CmdOrCtrl+R' },
    { role: 'resetZoom', label: 'Actual size', accelerator: 'CmdOrCtrl+0' },
    { role: 'zoomIn', label: 'Zoom in', accelerator: 'CmdOrCtrl+Plus' },
    { role: 'zoomOut', label: 'Zoom out', accelerator: 'CmdOrCtrl+-' },
    { role: 'togglefullscreen', label: 'Full screen' },
    ...(app.isPackaged ? [] : [{ role: 'toggleDevTools', label: 'Developer tools' } satisfies Item]),
  ];
}
