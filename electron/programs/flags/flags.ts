import { isIPv6 } from 'node:net';
import { ApiKey } from '../../../shared/model/workspace.ts';
import type { Durability } from '../../emulator/emulator.ts';
import { LOG_FORMATS } from '../../emulator/host/logger.ts';
import { readOneLine } from '../../emulator/host/read-one-line.ts';
import { type FlagValues, list, toggle, single, UsageError } from './flag.ts';
import { parseRfc3339, type Micros } from '../../../shared/values/timestamp.ts';
import { messageOf } from '../../../shared/values/message-of.ts';

/** Default port of `serve`. */
export const DEFAULT_PORT = 4100;
/** Default address to listen on. */
export const DEFAULT_HOST = '127.0.0.1';

/** Flags of every program. To add one, add an entry. Source: docs/command-line.md, "Flags". */
export const FLAGS = {
  port: single(
    {
      short: 'p',
      metavar: 'N',
      defaultText: `${DEFAULT_PORT}; for exec any free one`,
      help: 'Port to listen on; 0 takes any free one',
    },
    readPort,
  ),
  host: single(
    {
      metavar: 'H',
      defaultText: DEFAULT_HOST,
      help: 'Address to listen on; any but loopback needs an admin token of 16 characters or more',
    },
    readHost,
  ),
  data: single(
    {
      metavar: 'DIR',
      defaultText: "the desktop app's user-data folder; for exec none",
      help: 'Folder of the state; created when missing, used by one Hangar at a time',
    },
    readPath,
  ),
  workspace: single(
    {
      metavar: 'FILE',
      defaultText: 'DIR/workspace.json',
      help: 'File of the definitions; created when missing, edits are picked up while it runs',
    },
    readPath,
  ),
  bundle: single(
    {
      metavar: 'FILE',
      defaultText: 'none',
      help: 'Open this .hangar-bundle in memory, with its definitions, state, traffic and findings',
    },
    readPath,
  ),
  inMemory: toggle('Write nothing to disk, not even the workspace file'),
  apiKey: single(
    {
      metavar: 'tkn_…',
      defaultText: 'one made on the first start',
      help: 'Accept this API key too, owned by the local user, an admin',
    },
    readApiKey,
  ),
  adminToken: single(
    {
      metavar: 'T',
      defaultText: 'none',
      help: 'Require this token on /_emulator, as Authorization: Bearer; the command line shows it to other users',
    },
    readToken,
  ),
  adminTokenFile: single(
    { metavar: 'FILE', defaultText: 'none', help: 'Read the admin token from this file, which other users cannot see' },
    readTokenFile,
  ),
  allowedHost: list(
    { metavar: 'H', defaultText: 'none', help: 'Serve requests whose Host is this name too' },
    readHost,
  ),
  corsOrigin: list(
    { metavar: 'O', defaultText: 'none', help: 'Let browser pages of this origin call /v0' },
    readOrigin,
  ),
  durability: single(
    {
      metavar: 'process|power',
      defaultText: 'process',
      help: 'What a response survives: the death of the process, or of the machine (slower)',
    },
    readDurability,
  ),
  now: single(
    {
      metavar: 'TIME',
      defaultText: "the machine's time",
      help: 'Start the emulated clock at this RFC 3339 time, not before the time that a kept state has reached',
    },
    readTime,
  ),
  freeze: toggle('Freeze the emulated clock at the start'),
  autoSkip: toggle('Let the emulated clock skip waits while nothing else goes on'),
  logFormat: single(
    { metavar: 'text|json', defaultText: 'text', help: "How Hangar's own messages are written" },
    readFormat,
  ),
  quiet: toggle('Print nothing but the ready line, warnings and errors'),
} as const;

/** Values of a program's flags; `undefined` and empty lists for missing ones. */
export type Flags = FlagValues<typeof FLAGS>;

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`must be a whole number from 0 to 65535, not "${text}"`);
}

function readHost(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(bare) || /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)) return bare.toLowerCase();
  throw new UsageError(`must be a host name or an IP address without a port, not "${text}"`);
}

function readPath(text: string): string {
  if (text !== '') return text;
  throw new UsageError('must be a path');
}

function readApiKey(text: string): string {
  if (ApiKey.shape.key.safeParse(text).success) return text;
  // The text may be a mistyped secret and must not appear in a build's log.
  throw new UsageError('must begin with "tkn_", then 1 to 200 letters, digits or signs without spaces');
}

function readToken(text: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(text)) return text;
  throw new UsageError('must be 1 to 200 letters, digits or signs without spaces');
}

function readTokenFile(path: string): string {
  const text = lineOf(readPath(path));
  try {
    return readToken(text);
  } catch (error) {
    throw new UsageError(`holds no token: it ${messageOf(error)}`);
  }
}

function lineOf(path: string): string {
  try {
    return readOneLine(path);
  } catch (error) {
    throw new UsageError(`cannot be read: ${messageOf(error)}`);
  }
}

/** The admin token from the flags, given directly or in a file. */
export function adminTokenOf({
  adminToken,
  adminTokenFile,
}: Pick<Flags, 'adminToken' | 'adminTokenFile'>): string | undefined {
  return adminToken ?? adminTokenFile;
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/]+\/?$/i.test(text)) return url.origin;
  throw new UsageError(`must be an origin such as http://localhost:3000, not "${text}"`);
}

/** Parses the URL of a server. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '') return url;
  throw new UsageError('must be a URL such as http://127.0.0.1:4100');
}

function readDurability(text: string): Durability {
  if (text === 'process' || text === 'power') return text;
  throw new UsageError(`must be process or power, not "${text}"`);
}

function readTime(text: string): Micros {
  const at = parseRfc3339(text);
  if (at !== undefined) return at;
  throw new UsageError(`must be an RFC 3339 time such as 2026-11-20T16:00:00Z, not "${text}"`);
}

function readFormat(text: string): (typeof LOG_FORMATS)[number] {
  const format = LOG_FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new UsageError(`must be text or json, not "${text}"`);
}
