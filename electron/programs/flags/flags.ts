import { isIPv6 } from 'node:net';
import { extname } from 'node:path';
import { z } from 'zod';
import { ApiKey } from '../../../shared/model/workspace.ts';
import { FINDING_LEVELS } from '../../../shared/registry/finding-rules.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import { VendorWord } from '../../../shared/values/identifier.ts';
import { parseRfc3339 } from '../../../shared/values/timestamp.ts';
import { LOG_FORMATS } from '../../emulator/host/logger.ts';
import { readOneLine } from '../../emulator/host/read-input.ts';
import { choice, count, field, parsed, toggle, UsageError, type Values } from './field.ts';

/** Default port of `serve`. */
export const DEFAULT_PORT = 4100;
/** Default address to listen on. */
export const DEFAULT_HOST = '127.0.0.1';

/** The path of a file or folder. */
export const Path = z.string().min(1, 'must be a path');
const Host = parsed((text) => {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(bare) || /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)) return bare.toLowerCase();
  throw new UsageError('must be a host name or an IP address without a port');
});
const Key = z.string().refine((text) => ApiKey.shape.key.safeParse(text).success, {
  error: 'must begin with "tkn_", then 1 to 200 letters, digits or signs without spaces',
});
const NO_TOKEN = 'must be 1 to 200 letters, digits or signs without spaces';
const Token = z.string().regex(/^[\x21-\x7e]{1,200}$/, NO_TOKEN);
const TokenFile = parsed(tokenIn);
const Origin = parsed((text) => {
  const url = httpUrl(text);
  if (url !== undefined && /^https?:\/\/[^/]+\/?$/i.test(text)) return url.origin;
  throw new UsageError('must be an origin such as http://localhost:3000');
});
/** The URL of a server. */
const Url = parsed((text) => {
  const url = httpUrl(text);
  if (url !== undefined && url.username === '' && url.search === '') return url;
  throw new UsageError('must be a URL such as http://127.0.0.1:4100');
});
const Time = parsed((text) => {
  const at = parseRfc3339(text);
  if (at !== undefined) return at;
  throw new UsageError('must be an RFC 3339 time such as 2026-11-20T16:00:00Z');
});

function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

function tokenIn(path: string): string {
  if (path === '') throw new UsageError('must be a path');
  let text = '';
  try {
    text = readOneLine(path);
  } catch (error) {
    throw new UsageError(`cannot be read: ${messageOf(error)}`);
  }
  if (Token.safeParse(text).success) return text;
  throw new UsageError(`holds no token: it ${NO_TOKEN}`);
}

/** Flags of every program. To add one, add an entry. Source: docs/command-line.md, "Flags". */
export const FLAGS = {
  port: {
    ...count(65_535, { metavar: 'N', short: 'p', help: 'Port to listen on; 0 takes any free one' }),
    defaultText: `${DEFAULT_PORT}; for exec any free one`,
  },
  host: field(Host.optional(), {
    metavar: 'H',
    defaultText: DEFAULT_HOST,
    help: 'Address to listen on; any but loopback needs an admin token of 16 characters or more',
  }),
  data: field(Path.optional(), {
    metavar: 'DIR',
    defaultText: "the desktop app's user-data folder; for exec none",
    help: 'Folder of the state; created when missing, used by one Hangar at a time',
  }),
  workspace: field(Path.optional(), {
    metavar: 'FILE',
    defaultText: 'DIR/workspace.json',
    help: 'File of the definitions; created when missing, reloaded when edited',
  }),
  definitions: field(z.array(Path).default([]), {
    metavar: 'DIR',
    help: 'Serve the definition files of this folder, as they lie there; edits take effect while it runs',
  }),
  sdk: field(VendorWord.optional(), {
    metavar: 'WORD',
    defaultText: 'the one that the files are named by',
    help: 'Word of the SDK in definition files, such as acme',
  }),
  schedules: toggle('Run the schedules of tasks on the emulated clock'),
  bundle: field(Path.optional(), {
    metavar: 'FILE',
    help: 'Open this .hangar-bundle in memory, with its definitions, state, traffic and findings',
  }),
  resume: toggle('Let the unfinished runs of the bundle go on, which runs their commands; otherwise they are held'),
  inMemory: toggle('Write nothing to disk, not even the workspace file'),
  apiKey: field(Key.optional(), {
    metavar: 'tkn_…',
    defaultText: 'one made on the first start',
    help: 'Accept this API key too, owned by the local user, an admin',
    // A mistyped secret does not belong in messages, which appear in logs of builds.
    isSecret: true,
  }),
  adminToken: field(Token.optional(), {
    metavar: 'T',
    help: 'Require this token on /_emulator, as Authorization: Bearer; the command line shows it to other users',
    isSecret: true,
  }),
  adminTokenFile: field(TokenFile.optional(), {
    metavar: 'FILE',
    help: 'Read the admin token from this file, which other users cannot see',
    isSecret: true,
  }),
  allowedHost: field(z.array(Host).default([]), {
    metavar: 'H',
    help: 'Serve requests whose Host is this name too',
  }),
  corsOrigin: field(z.array(Origin).default([]), { metavar: 'O', help: 'Let browser pages of this origin call /v0' }),
  durability: choice(['process', 'power'], {
    defaultText: 'process',
    help: 'What a response survives: the death of the process, or of the machine (slower)',
  }),
  now: field(Time.optional(), {
    metavar: 'TIME',
    defaultText: "the machine's time",
    help: 'Start the emulated clock at this RFC 3339 time, not before the latest time of an existing state',
  }),
  freeze: toggle('Freeze the emulated clock at the start'),
  autoSkip: toggle('Skip waits on the emulated clock while nothing else runs'),
  schedule: field(Path.optional(), {
    metavar: 'FILE',
    help: 'Apply this schedule of faults, as hangar explore --save writes it',
  }),
  logFormat: choice(LOG_FORMATS, { defaultText: 'text', help: "Format of Hangar's own messages" }),
  quiet: toggle('Print nothing but the ready line, warnings and errors'),
} as const;

/** Values of a program's flags; `undefined` and empty lists for missing ones. */
export type Flags = Values<typeof FLAGS>;

/** The admin token from the flags, given directly or in a file. */
export function adminTokenOf({
  adminToken,
  adminTokenFile,
}: Pick<Flags, 'adminToken' | 'adminTokenFile'>): string | undefined {
  return adminToken ?? adminTokenFile;
}

/** Extensions of report files. */
const ENDINGS = ['.json', '.md', '.xml'] as const;

/** A file for a report; its extension selects the format. */
export interface ReportFile {
  readonly path: string;
  readonly ending: (typeof ENDINGS)[number];
}

/** A file for a report. */
export const Report = parsed((path): ReportFile => {
  const ending = ENDINGS.find((known) => known === extname(path).toLowerCase());
  if (ending !== undefined) return { path, ending };
  throw new UsageError(`must be a file that ends in ${ENDINGS.join(', ')}`);
}).optional();

/** Flags that only `hangar exec` takes. */
export const EXEC_ONLY_FLAGS = {
  // Information never fails a command.
  failOn: choice(
    FINDING_LEVELS.filter((level) => level !== 'info'),
    { help: 'Print the findings, and exit with 5 if there are any of this level or worse' },
  ),
  report: field(Report, { metavar: 'FILE', help: 'Write the findings to this file, as .json, .md or JUnit .xml' }),
  bundleOnFailure: field(
    z.string().endsWith('.hangar-bundle', 'must be a file that ends in .hangar-bundle').optional(),
    {
      metavar: 'FILE',
      help: 'Write a .hangar-bundle to this file when the exit code is not 0: definitions, state, traffic and findings',
    },
  ),
} as const;

/** Flags of `hangar exec`. */
export const EXEC_FLAGS = { ...FLAGS, ...EXEC_ONLY_FLAGS } as const;

/** Flags of `hangar replay`. */
export const REPLAY_FLAGS = {
  url: field(Url.optional(), {
    metavar: 'URL',
    defaultText: 'http://127.0.0.1:4100',
    help: 'The Hangar, or the service, to send to',
    isSecret: true,
  }),
  apiKey: { ...FLAGS.apiKey, defaultText: 'the keys of the recording', help: 'The API key to send' },
  report: field(Report, { metavar: 'FILE', help: 'Write the result to this file, as .json, .md or JUnit .xml' }),
} as const;

/** Flags of `hangar mcp`. */
export const MCP_FLAGS = {
  url: {
    ...REPLAY_FLAGS.url,
    defaultText: 'the Hangar that uses the data folder, else port 4100',
    help: 'URL of the running Hangar',
  },
  data: {
    ...FLAGS.data,
    defaultText: "the desktop app's user-data folder",
    help: 'Connect to the Hangar that uses this folder',
  },
  adminToken: { ...FLAGS.adminToken, help: 'Admin token of that Hangar, if it needs one' },
  adminTokenFile: { ...FLAGS.adminTokenFile, help: 'Read the admin token from this file' },
} as const;

/** Flags of every command that connects to a running Hangar. */
export const CLIENT_FLAGS = {
  ...MCP_FLAGS,
  json: toggle('Print one JSON value on standard output instead of a table or sentences'),
} as const;

/** Values of the flags that find a running Hangar. */
export type ClientFlags = Values<typeof MCP_FLAGS>;
