import { EXIT_CODES } from '../../emulator/host/start-error.ts';
import type { Flag, FlagTable } from './flag.ts';
import { flagName, variableName } from './read-flags.ts';

/** Flags by the programs that take them; `common`: serve and exec. */
type ProgramFlags = Readonly<Record<'common' | 'exec' | 'replay', FlagTable>>;

/** Help text of the program. */
export function helpText({ common, exec, replay }: ProgramFlags, version: string): string {
  return `Hangar ${version}: a local emulator of a task, runbook and resource automation service

Usage:
  hangar serve [flags]                 serve until stopped
  hangar exec [flags] -- COMMAND…      serve in memory while COMMAND runs, with HANGAR_URL and
                                       HANGAR_API_KEY set; exits with COMMAND's exit code
  hangar replay [flags] FILE           send the requests of a bundle or an HTTP archive again, and name the
                                       first answer that differs

Flags of serve and exec (each also an environment variable, lists with commas; the flag wins):
${Object.entries(common).map(flagHelp).join('\n')}
  -h, --help              Print this
      --version           Print the version

Flags of exec only:
${Object.entries(exec).map(flagHelp).join('\n')}

Flags of replay:
${Object.entries(replay).map(flagHelp).join('\n')}

Exit codes (of exec: those of COMMAND, once it could be started):
${Object.values(EXIT_CODES)
  .map(({ code, meaning }) => `  ${code}  ${meaning}`)
  .join('\n')}
`;
}

/** Column of the explanations. */
const INDENT = 26;

function flagHelp([name, flag]: [string, Flag<unknown>]): string {
  const short = flag.short === undefined ? '   ' : `-${flag.short},`;
  const shown = `  ${short} ${flagName(name)} ${flag.metavar}`;
  // A flag that reaches into that column gets its own line.
  const first = shown.length < INDENT ? shown.padEnd(INDENT) : `${shown}\n${' '.repeat(INDENT)}`;
  const more = `${' '.repeat(INDENT)}${variableName(name)}; default: ${flag.defaultText}`;
  return `${first}${flag.help}${flag.repeatable ? ' (repeatable)' : ''}\n${more}`;
}

/** Table of flags for docs/command-line.md. */
export function flagsMarkdown(table: FlagTable): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = Object.entries(table).map(([name, flag]) => {
    const shown = `${flag.short === undefined ? '' : `-${flag.short}, `}${flagName(name)} ${flag.metavar}`.trim();
    const help = `${flag.help}${flag.repeatable ? ' (repeatable)' : ''}`;
    return `| \`${cell(shown)}\` | \`${variableName(name)}\` | ${cell(flag.defaultText)} | ${cell(help)} |`;
  });
  return ['| flag | variable | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
}
