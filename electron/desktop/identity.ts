/** The application's name: in menus, in notifications, and of the folder of its data. */
export const APP_NAME = 'Hangar';
/** How Windows and the packages know the application. */
export const APP_ID = 'dev.hangar.desktop';
/** The protocol of links into the window: `hangar://runs/run…` is the place `/runs/run…`. */
export const LINK_PROTOCOL = 'hangar:';
