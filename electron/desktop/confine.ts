import { join } from 'node:path';
import { app, type Session, shell, type WebContents } from 'electron';
import { windowAddress } from './arguments.ts';

/** Protocols of links that open in the system's own programs. Other links are blocked. */
const OUTSIDE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);
/** The only granted permission, for the window's copy buttons. */
const GRANTED_PERMISSION = 'clipboard-sanitized-write';

/** Confines every page of this application to the window. Call once, before the first page. */
export function confinePages(origin: string): void {
  app.on('web-contents-created', (_event, contents) => confine(contents, origin));
  // Covers the window's session and any later one. The default session is not touched, since that would create it.
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
  // The server never redirects, so a redirect comes from elsewhere.
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** True for a page of the window; false for files and server operations. */
function isWithin(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin: own, pathname } = new URL(url);
  return own === origin && windowAddress(pathname) !== undefined;
}

/** Opens an address in the system's program for it, if its protocol is allowed. */
export function openOutside(url: string): void {
  if (!URL.canParse(url) || !OUTSIDE_PROTOCOLS.has(new URL(url).protocol)) return;
  // A system without a browser rejects this; the window keeps working.
  shell.openExternal(url).catch((error: unknown) => console.error(`hangar: ${url} cannot be opened: ${String(error)}`));
}

/** Denies every permission request except clipboard writes from Hangar's own pages. */
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

/** Allows downloads from Hangar's own server only, with a save dialog. */
function confineDownloads(session: Session, origin: string): void {
  session.on('will-download', (event, item) => {
    if (new URL(item.getURL()).origin !== origin) event.preventDefault();
    else item.setSaveDialogOptions({ defaultPath: join(app.getPath('downloads'), item.getFilename()) });
  });
}

/** A proxy address where nothing listens, so that requests through it fail. */
const UNREACHABLE_PROXY = 'http://127.0.0.1:9';

/** Cuts the pages of a session off from every machine except the one that serves them. */
export async function cutOffNetwork(session: Session, url: string): Promise<void> {
  // Chromium would download dictionaries.
  session.setSpellCheckerEnabled(false);
  // Requests to loopback never use the proxy.
  await session.setProxy({ proxyRules: UNREACHABLE_PROXY, proxyBypassRules: new URL(url).hostname });
}
