import { LOG_FORMATS } from '../../emulator/host/logger.ts';
import { choice, type FlagValues, list, toggle, single } from './flag.ts';
import {
  readPort,
  readHost,
  readPath,
  readApiKey,
  readToken,
  readTokenFile,
  readOrigin,
  readTime,
} from './flag-readers.ts';

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
      help: 'File of the definitions; created when missing, reloaded when edited',
    },
    readPath,
  ),
  bundle: single(
    {
      metavar: 'FILE',
      help: 'Open this .hangar-bundle in memory, with its definitions, state, traffic and findings',
    },
    readPath,
  ),
  resume: toggle('Let the unfinished runs of the bundle go on, which runs their commands; otherwise they are held'),
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
      help: 'Require this token on /_emulator, as Authorization: Bearer; the command line shows it to other users',
    },
    readToken,
  ),
  adminTokenFile: single(
    { metavar: 'FILE', help: 'Read the admin token from this file, which other users cannot see' },
    readTokenFile,
  ),
  allowedHost: list({ metavar: 'H', help: 'Serve requests whose Host is this name too' }, readHost),
  corsOrigin: list({ metavar: 'O', help: 'Let browser pages of this origin call /v0' }, readOrigin),
  durability: choice(['process', 'power'], {
    defaultText: 'process',
    help: 'What a response survives: the death of the process, or of the machine (slower)',
  }),
  now: single(
    {
      metavar: 'TIME',
      defaultText: "the machine's time",
      help: 'Start the emulated clock at this RFC 3339 time, not before the latest time of an existing state',
    },
    readTime,
  ),
  freeze: toggle('Freeze the emulated clock at the start'),
  autoSkip: toggle('Skip waits on the emulated clock while nothing else runs'),
  logFormat: choice(LOG_FORMATS, { defaultText: 'text', help: "Format of Hangar's own messages" }),
  quiet: toggle('Print nothing but the ready line, warnings and errors'),
} as const;

/** Values of a program's flags; `undefined` and empty lists for missing ones. */
export type Flags = FlagValues<typeof FLAGS>;

/** The admin token from the flags, given directly or in a file. */
export function adminTokenOf({
  adminToken,
  adminTokenFile,
}: Pick<Flags, 'adminToken' | 'adminTokenFile'>): string | undefined {
  return adminToken ?? adminTokenFile;
}
