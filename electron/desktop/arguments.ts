import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { areaOf, readTarget } from '../../shared/http/request-path.ts';
import { FLAGS } from '../programs/flags/flags.ts';
import { splitArguments } from '../programs/flags/read-flags.ts';
import { LINK_PROTOCOL } from './identity.ts';

/** Argument before `--` and a command of the terminal. */
export const TERMINAL_FLAG = '--terminal';

/**
 * Returns the command line after `--terminal --`; `undefined` for a start of the desktop. A link from a web page never becomes a
 * command, even on systems that split it into arguments.
 */
export function terminalArguments(argv: readonly string[]): readonly string[] | undefined {
  // Chromium reads no argument behind `--`.
  const end = argv.indexOf('--');
  const isCommand = end > 0 && argv[end - 1] === TERMINAL_FLAG && !argv.slice(0, end).some(isLink);
  return isCommand ? argv.slice(end + 1) : undefined;
}

/** Switches that Chromium and Electron read themselves. Hangar's flag parser must not see them. */
const CHROMIUM_SWITCHES = new Set([
  ...['disable-dev-shm-usage', 'disable-features', 'disable-gpu', 'enable-features', 'enable-logging'],
  ...['force-device-scale-factor', 'force-prefers-reduced-motion', 'inspect', 'lang', 'no-sandbox', 'ozone-platform'],
  ...['ozone-platform-hint', 'password-store', 'remote-debugging-port', 'trace-startup', 'use-gl', 'user-data-dir'],
]);

/**
 * Parses the arguments of a process. When run from sources, they follow the application's folder and Electron's own come
 * first. macOS adds `-psn_…` when an application is opened by a double click.
 */
export function desktopArguments(argv: readonly string[], appFolder: string | null) {
  const start =
    appFolder === null ? 1 : argv.findIndex((argument, index) => index > 0 && isFolder(argument, appFolder)) + 1;
  const own = withoutInjected(argv.slice(start)).filter((argument) => !isChromiumSwitch(argument));
  const { flags, others } = splitArguments(FLAGS, own);
  const links = others.filter(isLink);
  return {
    /** Flags that every Hangar program accepts. */
    flags,
    /** Path in the window to open; "" for none. */
    path: links.map(linkPath).find((path) => path !== undefined) ?? '',
    /** Workspace file or bundle to open, as given; "" for none. */
    file: others.filter((argument) => !isLink(argument)).map(toFilePath)[0] ?? '',
  };
}

/**
 * Arguments up to the first link. Windows starts the application with `"%1"`, so that a link of a web page with quotes in it becomes
 * several arguments: what follows a link is never the person's.
 */
function withoutInjected(argv: readonly string[]): readonly string[] {
  const link = argv.findIndex(isLink);
  return link === -1 ? argv : argv.slice(0, link + 1);
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

/** Converts a `file:` URL to a path: Linux file managers pass URLs. */
function toFilePath(argument: string): string {
  return /^file:\/\//i.test(argument) && URL.canParse(argument) ? fileURLToPath(argument) : argument;
}

/** Returns the path in the window that a `hangar:` link leads to; `undefined` for any other argument. */
export function linkPath(link: string): string | undefined {
  if (!isLink(link)) return undefined;
  return windowAddress(`/${link.slice(`${LINK_PROTOCOL}//`.length).replace(/^\/+/, '')}`);
}

/**
 * Normalises an address within the window like the server does. `undefined` for addresses of server operations or of
 * another server, and for ones that cannot be normalised.
 */
export function windowAddress(address: string): string | undefined {
  const hash = address.indexOf('#');
  const target = readTarget(hash === -1 ? address : address.slice(0, hash));
  if (target.problem !== undefined || target.authority !== undefined) return undefined;
  if (areaOf(target.path) !== 'window') return undefined;
  return target.path + target.search + (hash === -1 ? '' : address.slice(hash));
}
