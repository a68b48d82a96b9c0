import { nearestOf } from '../../shared/expression/suggestion.ts';
import type { CommandCall, CommandFacts } from './actions/action.ts';
import { ALL_COMMANDS, COMMANDS } from './actions/table.ts';
import { UsageError, type Values } from './flags/field.ts';
import {
  adminTokenOf,
  CLIENT_FLAGS,
  type ClientFlags,
  DEFAULT_HOST,
  EXEC_FLAGS,
  EXEC_ONLY_FLAGS,
  type Flags,
  FLAGS,
  MCP_FLAGS,
  REPLAY_FLAGS,
} from './flags/flags.ts';
import { EXPLORE_FLAGS } from './flags/explore-flags.ts';
import { hostProblem, isLoopback } from './flags/reachable-host.ts';
import { readFlags, splitArguments, type Variables } from './flags/read-flags.ts';
import { commandHelp, helpText } from './help.ts';

/** The parsed command line. */
export type CommandLine =
  | { readonly program: 'serve'; readonly flags: Flags }
  | {
      readonly program: 'exec';
      readonly flags: Values<typeof EXEC_FLAGS>;
      readonly command: readonly [string, ...string[]];
    }
  | {
      readonly program: 'explore';
      readonly flags: Values<typeof EXPLORE_FLAGS>;
      readonly command: readonly string[];
      readonly reports: readonly string[];
    }
  | { readonly program: 'replay'; readonly file: string; readonly flags: Values<typeof REPLAY_FLAGS> }
  | { readonly program: 'mcp'; readonly flags: ClientFlags }
  | { readonly program: 'command'; readonly name: string; readonly call: CommandCall }
  | { readonly program: 'print'; readonly text: string; readonly checksVersion?: true };

/** Parses a command line and environment variables. Throws `UsageError`. */
export function readCommandLine(args: readonly string[], variables: Variables, version: string): CommandLine {
  const [program = '', ...rest] = args;
  const [own, command] = splitAt(rest, '--');
  const name = commandName(args);
  if (hasArgument(args, '--help', '-h')) return { program: 'print', text: help(args, version) };
  if (hasArgument(args, '--version'))
    return { program: 'print', text: `${version}\n`, ...(hasArgument(args, '--check') && { checksVersion: true }) };
  if (program === 'serve') return { program, flags: checkedFlags(readFlags(FLAGS, rest, variables)) };
  if (program === 'explore') return exploreCommand(own, command ?? [], variables);
  if (program === 'replay') return replayCommand(rest, variables);
  if (program === 'mcp') return { program, flags: readFlags(MCP_FLAGS, rest, variables) };
  if (name !== undefined) {
    assertNoMistypedWord(name, rest);
    const call = COMMANDS[name]?.read(name, args.slice(name.split(' ').length), variables);
    if (call !== undefined) return { program: 'command', name, call };
  }
  if (program !== 'exec') throw new UsageError(unknownProgram(program, rest));
  const flags = checkedFlags(readFlags(EXEC_FLAGS, own, variables));
  const [first, ...words] = command ?? [];
  if (first === undefined) throw new UsageError('exec needs a command: hangar exec [flags] -- COMMAND…');
  return { program, flags, command: [first, ...words] };
}

/** The name of the command at the beginning of a command line: two words if there is such a command, otherwise one. */
function commandName(
  [first = '', second = '']: readonly string[],
  commands: Readonly<Record<string, CommandFacts>> = COMMANDS,
): string | undefined {
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(commands, name));
}

/** All that have a help of their own: the common one shows the flags of the other programs. */
const WITH_HELP = Object.fromEntries(
  Object.entries(ALL_COMMANDS).filter(([name, { kind }]) => kind !== 'program' || name === 'explore'),
);

function help(args: readonly string[], version: string): string {
  const name = commandName(args, WITH_HELP);
  const facts = name === undefined ? undefined : WITH_HELP[name];
  if (name !== undefined && facts !== undefined) return commandHelp(name, facts, CLIENT_FLAGS);
  return helpText(
    { common: FLAGS, exec: EXEC_ONLY_FLAGS, replay: REPLAY_FLAGS, client: CLIENT_FLAGS },
    ALL_COMMANDS,
    version,
  );
}

/** Variables that `hangar explore` reads: the others, such as HANGAR_URL, are those of its clients. */
const EXPLORE_VARIABLES = ['HANGAR_ADMIN_TOKEN', 'HANGAR_ADMIN_TOKEN_FILE'] as const;

function exploreCommand(args: readonly string[], command: readonly string[], variables: Variables): CommandLine {
  const { flags, others: reports } = splitArguments(EXPLORE_FLAGS, args);
  const own = Object.fromEntries(EXPLORE_VARIABLES.map((name) => [name, variables[name]]));
  const values = readFlags(EXPLORE_FLAGS, flags, own);
  if (!values.merge && reports.length > 0)
    throw new UsageError(`unexpected argument "${reports[0] ?? ''}"; the command comes after --`);
  return { program: 'explore', flags: values, command, reports };
}

function replayCommand(args: readonly string[], variables: Variables): CommandLine {
  const { flags, others } = splitArguments(REPLAY_FLAGS, args);
  const values = readFlags(REPLAY_FLAGS, flags, variables);
  const [file, ...more] = others;
  if (file === undefined || file === '') throw new UsageError('replay needs a recording: hangar replay [flags] FILE');
  if (more.length > 0) throw new UsageError(`replay takes one recording; unexpected argument "${more[0] ?? ''}"`);
  return { program: 'replay', file, flags: values };
}

/** Throws for a word after a command that takes none, when the two are similar to a command of two words. */
function assertNoMistypedWord(name: string, [word]: readonly string[]): void {
  if (COMMANDS[name]?.usage !== '' || word === undefined || word.startsWith('-')) return;
  const meant = nearestOf(`${name} ${word}`, Object.keys(COMMANDS));
  if (meant?.startsWith(`${name} `) === true)
    throw new UsageError(`there is no command "${name} ${word}"; did you mean hangar ${meant}?`);
}

function unknownProgram(program: string, [word = '']: readonly string[]): string {
  if (program === '')
    return 'no command given: use hangar serve, hangar exec -- COMMAND…, or hangar replay FILE; see hangar --help';
  const all = Object.keys(ALL_COMMANDS);
  const within = all.filter((name) => name.startsWith(`${program} `));
  const isOne = word === '' || word.startsWith('-');
  if (within.length > 0 && isOne)
    return `${program} needs a second word: ${within.map((name) => `hangar ${name}`).join(', ')}; see hangar --help`;
  // Of two words, either may be mistyped.
  const firsts = all.map((name) => name.replace(/ .*/, ''));
  const meant = (isOne ? undefined : nearestOf(`${program} ${word}`, all)) ?? nearestOf(program, firsts);
  const shown = within.length > 0 ? `${program} ${word}` : program;
  return `there is no command "${shown}"; ${meant === undefined ? 'see hangar --help' : `did you mean hangar ${meant}?`}`;
}

/** True when one of Hangar's own arguments has one of these names; arguments of COMMAND do not count. */
function hasArgument(args: readonly string[], ...names: readonly string[]): boolean {
  return splitAt(args, '--')[0].some((argument) => names.includes(argument));
}

function splitAt(
  args: readonly string[],
  mark: string,
): [before: readonly string[], after: readonly string[] | undefined] {
  const at = args.indexOf(mark);
  return at === -1 ? [args, undefined] : [args.slice(0, at), args.slice(at + 1)];
}

/** Checks flags that depend on each other. */
function checkedFlags<Checked extends Flags>(flags: Checked): Checked {
  if (flags.adminToken !== undefined && flags.adminTokenFile !== undefined)
    throw new UsageError('give either --admin-token or --admin-token-file, not both');
  const token = { name: '--admin-token', text: adminTokenOf(flags) };
  const problem = hostProblem(flags.host ?? DEFAULT_HOST, token);
  if (problem !== undefined) throw new UsageError(`--host ${problem}`);
  if (flags.bundle !== undefined) assertBundleAlone(flags);
  else if (flags.resume) throw new UsageError('--resume is for the runs of a bundle: give it with --bundle FILE');
  return flags;
}

/** Keys and webhook URLs of a bundle are guessable placeholders. */
function assertBundleAlone({ data, workspace, host = DEFAULT_HOST }: Flags): void {
  if (data !== undefined || workspace !== undefined)
    throw new UsageError('--bundle has a state and definitions of its own: leave out --data and --workspace');
  if (!isLoopback(host))
    throw new UsageError(
      `--bundle is served on this machine only, since its keys can be guessed: leave out --host ${host}`,
    );
}
