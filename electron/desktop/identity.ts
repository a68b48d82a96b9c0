/** Name of the application in menus, notifications and its data folder. */
export const APP_NAME = 'Hangar';
/** Identifier of the application for Windows and for packages. */
export const APP_ID = 'dev.hangar.desktop';
/** Protocol of links into the window: `hangar://runs/run…` opens the path `/runs/run…`. */
export const LINK_PROTOCOL = 'hangar:';
