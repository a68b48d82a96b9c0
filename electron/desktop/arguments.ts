import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areaOf, readTarget } from '../../shared/http/request-path.ts';
import { FLAGS } from '../programs/flags/flags.ts';
import { splitArguments } from '../programs/flags/read-flags.ts';
import { LINK_PROTOCOL } from './identity.ts';

/** What a start of the desktop was given. */
export interface DesktopArguments {
  /** Those that every program of Hangar understands. */
  readonly flags: readonly string[];
  /** A place of the window to open; "" for none. */
  readonly path: string;
  /** A workspace file to open, as it was given; "" for none. */
  readonly file: string;
}

/** Arguments that Chromium and Electron read by themselves, of which Hangar's own flags must know nothing. */
const CHROMIUM_SWITCHES = new Set([
  ...['disable-dev-shm-usage', 'disable-features', 'disable-gpu', 'enable-features', 'enable-logging'],
  ...['force-device-scale-factor', 'force-prefers-reduced-motion', 'inspect', 'lang', 'no-sandbox', 'ozone-platform'],
  ...['ozone-platform-hint', 'password-store', 'remote-debugging-port', 'trace-startup', 'use-gl', 'user-data-dir'],
]);

/**
 * Reads the arguments of a process. Run from sources, they stand behind the application's folder, and those before it are
 * Electron's; macOS adds `-psn_…` when an application is opened by a double click.
 */
export function desktopArguments(argv: readonly string[], appFolder: string | null): DesktopArguments {
  const start =
    appFolder === null ? 1 : argv.findIndex((argument, index) => index > 0 && isFolder(argument, appFolder)) + 1;
  const own = argv.slice(start).filter((argument) => !isChromiumSwitch(argument));
  const { flags, others } = splitArguments(FLAGS, own);
  const links = others.filter(isLink);
  return {
    flags,
    path: links.map(linkPath).find((path) => path !== undefined) ?? '',
    file: others.filter((argument) => !isLink(argument)).map(toFilePath)[0] ?? '',
  };
}

function isFolder(argument: string, folder: string): boolean {
  return !argument.startsWith('-') && resolve(argument) === resolve(folder);
}

function isChromiumSwitch(argument: string): boolean {
  const name = /^--([^=]+)/.exec(argument)?.[1];
  return (name !== undefined && CHROMIUM_SWITCHES.has(name)) || argument.startsWith('-psn_');
}

function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${LINK_PROTOCOL}//`);
}

/** File managers of Linux give a file's address rather than its path. */
function toFilePath(argument: string): string {
  return /^file:\/\//i.test(argument) && URL.canParse(argument) ? fileURLToPath(argument) : argument;
}

/** The address within the window that a link leads to; `undefined` for what is no such link. */
export function linkPath(link: string): string | undefined {
  if (!isLink(link)) return undefined;
  return windowAddress(`/${link.slice(`${LINK_PROTOCOL}//`.length).replace(/^\/+/, '')}`);
}

/**
 * An address within the window, normalised as the server does it; `undefined` for one of the server's operations, of
 * another server, or that cannot be normalised.
 */
export function windowAddress(address: string): string | undefined {
  const hash = address.indexOf('#');
  const target = readTarget(hash === -1 ? address : address.slice(0, hash));
  if (target.problem !== undefined || target.authority !== undefined) return undefined;
  if (areaOf(target.path) !== 'window') return undefined;
  return target.path + target.search + (hash === -1 ? '' : address.slice(hash));
}
