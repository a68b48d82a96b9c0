import type { MenuItemConstructorOptions as Item } from 'electron';

/** Standard menu items of a system. */
export interface SystemItems {
  /** First in the menu of the application. */
  readonly about: readonly Item[];
  /** Before Close and Quit in the menu of the application. */
  readonly application: readonly Item[];
  readonly window: readonly Item[];
}

/** Returns the standard items of a system; those of another one would do nothing. */
export function systemItems(platform: NodeJS.Platform): SystemItems {
  if (platform !== 'darwin') return { about: [], application: [], window: [{ role: 'minimize' }] };
  return {
    about: [{ role: 'about' }, { type: 'separator' }],
    application: [
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
    ],
    window: [{ role: 'minimize' }, { role: 'zoom' }, { type: 'separator' }, { role: 'front' }],
  };
}
