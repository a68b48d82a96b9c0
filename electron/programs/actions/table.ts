import { operand } from '../flags/field.ts';
import { EXEC_ONLY_FLAGS, FLAGS, MCP_FLAGS, REPLAY_FLAGS } from '../flags/flags.ts';
import { EXPLORE_FLAGS } from '../flags/explore-flags.ts';
import type { Command, CommandFacts } from './action.ts';
import { CHECKPOINTS } from './checkpoints.ts';
import { CLOCK } from './clock.ts';
import { DEFINITIONS } from './definitions.ts';
import { EXPLAIN, GET } from './get.ts';
import { FAULTS } from './faults.ts';
import { FILES } from './files.ts';
import { LISTS } from './lists.ts';
import { PROMPTS } from './prompts.ts';
import { STATE } from './state.ts';
import { WORK } from './work.ts';

/** The commands other than programs, by name, in the order of the help. To add one, add an entry to one of these tables. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...WORK,
  ...GET,
  ...EXPLAIN,
  ...PROMPTS,
  ...LISTS,
  ...FAULTS,
  ...CLOCK,
  ...CHECKPOINTS,
  ...STATE,
  ...DEFINITIONS,
  ...FILES,
};

/** The programs, which are started separately (`command-line.ts`). */
const PROGRAMS = {
  serve: {
    kind: 'program',
    usage: '',
    flags: FLAGS,
    summary: 'Serve until stopped',
    example: 'hangar serve --port 4100',
  },
  exec: {
    kind: 'program',
    usage: '-- COMMAND…',
    flags: { ...FLAGS, ...EXEC_ONLY_FLAGS },
    summary: 'Serve in memory while a command runs, with HANGAR_URL and HANGAR_API_KEY set; exits with its exit code',
    example: 'hangar exec --workspace hangar.json -- npm test',
  },
  explore: {
    kind: 'program',
    usage: '-- COMMAND…',
    flags: EXPLORE_FLAGS,
    summary: 'Run a command under all schedules of faults, and print the smallest that breaks what must hold',
    example: 'hangar explore --workspace hangar.json --invariant ends -- node job.mjs',
  },
  replay: {
    kind: 'program',
    usage: 'FILE',
    flags: REPLAY_FLAGS,
    operand: operand('FILE', 'The recording', { suggested: 'files' }),
    summary: 'Send the requests of a bundle or an HTTP archive again, and name the first answer that differs',
    example: 'hangar replay failure.har',
  },
  mcp: {
    kind: 'program',
    usage: '',
    flags: MCP_FLAGS,
    summary: 'Serve tools for coding agents (MCP) on standard input and output',
    example: 'hangar mcp --url http://127.0.0.1:4100',
  },
} as const satisfies Readonly<Record<string, CommandFacts>>;

/** All commands by name. Help, completion and the documentation read this table. */
export const ALL_COMMANDS: Readonly<Record<string, CommandFacts>> = { ...PROGRAMS, ...COMMANDS };
