import type { CommandFacts } from './commands/command.ts';
import { COMMANDS } from './commands/table.ts';
import { EXEC_ONLY_FLAGS } from './exec-flags.ts';
import { FLAGS } from './flags/flags.ts';
import { MCP_FLAGS } from './mcp/mcp-flags.ts';
import { REPLAY_FLAGS } from './replay/replay-flags.ts';

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
  replay: {
    kind: 'program',
    usage: 'FILE',
    flags: REPLAY_FLAGS,
    choices: 'files',
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
