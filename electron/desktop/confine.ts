import { join } from 'node:path';
import { app, type Session, shell, type WebContents } from 'electron';
import { windowAddress } from './arguments.ts';

/** Links to these open in the system's own programs; nothing else leaves the window. */
const OUTSIDE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
/** Of all permissions only this: the window's copy buttons. */
const GRANTED_PERMISSION = 'clipboard-sanitized-write';

/** Keeps every page that this application will ever show within the window: call once, before the first one. */
export function confinePages(origin: string): void {
  app.on('web-contents-created', (_event, contents) => confine(contents, origin));
  // The window's own session, and any other that there may be. The default one is not asked for: that would make it.
  app.on('session-created', (session) => confineSession(session, origin));
}

function confineSession(session: Session, origin: string): void {
  refusePermissions(session, origin);
  confineDownloads(session, origin);
}

function confine(contents: WebContents, origin: string): void {
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isWithin(event.url, origin)) return;
    event.preventDefault();
    if (event.isMainFrame) openOutside(event.url);
  });
  // The server redirects nowhere: whatever does is not it.
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** True for a place of the window; files and operations of the server are none. */
function isWithin(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: own, pathname } = new URL(url);
  return own === origin && windowAddress(pathname) !== undefined;
}

/** Opens an address in the program that the system has for it, if it is one that may leave. */
export function openOutside(url: string): void {
  if (!URL.canParse(url) || !OUTSIDE_PROTOCOLS.has(new URL(url).protocol)) return;
  // A system without a browser has nothing to open it with; the window goes on as before.
  shell.openExternal(url).catch((error: unknown) => console.error(`hangar: ${url} cannot be opened: ${String(error)}`));
}

/** Refuses whatever a page could ask of the system, but writing to the clipboard from Hangar's own pages. */
function refusePermissions(session: Session, origin: string): void {
  const isGranted = (permission: string, asking: string | undefined): boolean =>
    permission === GRANTED_PERMISSION &&
    asking !== undefined &&
    URL.canParse(asking) &&
    new URL(asking).origin === origin;
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, asking) => isGranted(permission, asking));
  session.setDevicePermissionHandler(() => false);
}

/** Lets the window save what its own server gives, where the person says; nothing else is saved. */
function confineDownloads(session: Session, origin: string): void {
  session.on('will-download', (event, item) => {
    if (new URL(item.getURL()).origin !== origin) event.preventDefault();
    else item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), item.getFilename()) });
  });
}

/** An address at which nobody listens: what is sent there goes nowhere. */
const UNREACHABLE_PROXY = 'http://127.0.0.1:9';

/** Whatever a page may try, its process finds no machine but the one that serves it. */
export async function cutOffNetwork(session: Session, url: string): Promise<void> {
  // Chromium fetches dictionaries from the Internet.
  session.setSpellCheckerEnabled(false);
  // Loopback is never reached by way of a proxy.
  await session.setProxy({ proxyRules: UNREACHABLE_PROXY, proxyBypassRules: new URL(url).hostname });
}
