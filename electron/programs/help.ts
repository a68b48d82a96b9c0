import { EXIT_CODES } from '../emulator/host/start-error.ts';
import type { CommandFacts } from './actions/action.ts';
import type { Field, Fields } from './flags/field.ts';
import { flagName, variableName } from './flags/read-flags.ts';

/** Flags by program; `common`: serve and exec; `client`: all others except replay. */
type ProgramFlags = Readonly<Record<'common' | 'exec' | 'replay' | 'client', Fields>>;

/** Help text of the program. */
export function helpText(
  { common, exec, replay, client }: ProgramFlags,
  commands: Readonly<Record<string, CommandFacts>>,
  version: string,
): string {
  return `Hangar ${version}: a local emulator of a task, runbook and resource automation service

Usage:
${Object.entries(commands).map(usageHelp).join('\n')}
  hangar COMMAND --help shows the flags of a command.

Flags of serve and exec (each also an environment variable, lists with commas; the flag wins):
${flagsHelp(common)}
  -h, --help              Print this
      --version           Print the version; with --check, also ask npm for the newest one

Flags of exec only:
${flagsHelp(exec)}

Flags of replay:
${flagsHelp(replay)}

Flags of all other commands, which connect to a running Hangar:
${flagsHelp(client)}

${exitCodes()}
`;
}

/** Help text of a command, or of a program whose flags the help of all does not show. */
export function commandHelp(name: string, command: CommandFacts, common: Fields): string {
  const { usage, flags, summary, example, kind } = command;
  const own = Object.entries(flags).map((flag) => flagHelp(flag, false));
  const shared = Object.entries(common).filter(([flag]) => kind === 'client' || flag === 'json');
  return `${summary}.

Usage:
  ${`hangar ${name} [flags] ${usage}`.trim()}

Example:
  ${example}
${own.length === 0 ? '' : `\nFlags:\n${own.join('\n')}\n`}
${
  kind === 'program'
    ? exitCodes()
    : `Flags of all commands (each also an environment variable; the flag wins):
${shared.map((flag) => flagHelp(flag)).join('\n')}`
}
`;
}

function exitCodes(): string {
  const rows = Object.values(EXIT_CODES).map(({ code, meaning }) => `  ${code}  ${meaning}`);
  return `Exit codes (of exec: those of COMMAND, once it could be started):\n${rows.join('\n')}`;
}

/** Column of the explanations of commands. */
const COMMAND_INDENT = 39;

function usageHelp([name, { usage, kind, summary }]: [string, CommandFacts]): string {
  const shown = `  hangar ${name}${kind === 'program' ? ' [flags]' : ''} ${usage}`.trimEnd();
  const first =
    shown.length < COMMAND_INDENT ? shown.padEnd(COMMAND_INDENT) : `${shown}\n${' '.repeat(COMMAND_INDENT)}`;
  return `${first}${summary}`;
}

function flagsHelp(table: Fields): string {
  return Object.entries(table)
    .map((flag) => flagHelp(flag))
    .join('\n');
}

/** Column of the explanations. */
const INDENT = 26;

function flagHelp([name, flag]: [string, Field], hasVariable = true): string {
  const short = flag.short === undefined ? '   ' : `-${flag.short},`;
  const shown = `  ${short} ${flagName(name)} ${flag.metavar}`;
  // A flag that reaches into that column gets its own line.
  const first = shown.length < INDENT ? shown.padEnd(INDENT) : `${shown}\n${' '.repeat(INDENT)}`;
  const variable = !hasVariable ? '' : `${variableName(name)}; `;
  const more = `${' '.repeat(INDENT)}${variable}default: ${flag.defaultText}`;
  return `${first}${flag.help}${flag.isRepeatable ? ' (repeatable)' : ''}\n${more}`;
}
