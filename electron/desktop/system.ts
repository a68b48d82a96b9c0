import type { MenuItemConstructorOptions as Item } from 'electron';

/** The parts that the desktop of a system has, and asks of an application. */
interface DesktopSystem {
  /** Standard menu items; those of another system would do nothing. */
  readonly menu: SystemItems;
  /** True where the bar colours the icon itself, and writes a number beside it. */
  readonly hasTemplateIcons: boolean;
  /** True where the badge is an image over the application's icon, rather than a number. */
  readonly hasOverlays: boolean;
  /** True where the application registers its links, rather than its package. */
  readonly registersLinks: boolean;
  /** Tells the end of the person's session: the machine, each window, or a stop signal. */
  readonly sessionEnd: 'machine' | 'window' | 'signal';
}

/** Standard menu items of a system. */
interface SystemItems {
  /** First in the menu of the application. */
  readonly about: readonly Item[];
  /** Before Close and Quit in the menu of the application. */
  readonly application: readonly Item[];
  readonly window: readonly Item[];
}

const LINUX: DesktopSystem = {
  menu: { about: [], application: [], window: [{ role: 'minimize' }] },
  hasTemplateIcons: false,
  hasOverlays: false,
  registersLinks: false,
  sessionEnd: 'signal',
};

const SYSTEMS: Partial<Record<NodeJS.Platform, DesktopSystem>> = {
  win32: { ...LINUX, hasOverlays: true, registersLinks: true, sessionEnd: 'window' },
  darwin: {
    menu: {
      about: [{ role: 'about' }, { type: 'separator' }],
      application: [
        { role: 'services' },
        { type: 'separator' },
        { role: 'hide' },
        { role: 'hideOthers', label: 'Hide others' },
        { role: 'unhide', label: 'Show all' },
        { type: 'separator' },
      ],
      window: [
        { role: 'minimize' },
        { role: 'zoom' },
        { type: 'separator' },
        { role: 'front', label: 'Bring all to front' },
      ],
    },
    hasTemplateIcons: true,
    hasOverlays: false,
    registersLinks: true,
    sessionEnd: 'machine',
  },
};

/** Returns what a system has; any other than Windows and macOS counts as Linux. */
export function desktopSystem(platform: NodeJS.Platform = process.platform): DesktopSystem {
  return SYSTEMS[platform] ?? LINUX;
}
