import type { Flag, FlagTable } from './flag.ts';
import { flagName, variableName } from './read-flags.ts';

/** Every way in which a program may end. Source: product, "Programs". */
export const EXIT_CODES = {
  stopped: { code: 0, meaning: 'stopped by SIGINT or SIGTERM' },
  failed: { code: 1, meaning: 'could not start or go on, for a reason that the message gives' },
  usage: { code: 2, meaning: 'a wrong flag or value, or an invalid workspace file' },
  portBusy: { code: 3, meaning: 'the port is in use' },
  dataInUse: { code: 4, meaning: 'another Hangar uses the data folder' },
} as const;
/** Why a program ended. */
export type ExitReason = keyof typeof EXIT_CODES;

/** The help of the program. */
export function helpText(table: FlagTable, version: string): string {
  return `Hangar ${version}: a local emulator of a task, runbook and resource automation service

Usage:
  hangar serve [flags]                 serve until stopped
  hangar exec [flags] -- COMMAND…      serve in memory while COMMAND runs, with HANGAR_URL and
                                       HANGAR_API_KEY set; exits with COMMAND's exit code

Flags (each also an environment variable, lists with commas; the flag wins):
${Object.entries(table).map(flagHelp).join('\n')}
  -h, --help              Print this
      --version           Print the version

Exit codes:
${Object.values(EXIT_CODES)
  .map(({ code, meaning }) => `  ${code}  ${meaning}`)
  .join('\n')}
`;
}

function flagHelp([name, flag]: [string, Flag<unknown>]): string {
  const short = flag.short === undefined ? '   ' : `-${flag.short},`;
  const shown = `  ${short} ${flagName(name)} ${flag.metavar}`.padEnd(26);
  const more = `${' '.repeat(26)}${variableName(name)}; default: ${flag.preset}`;
  return `${shown}${flag.help}${flag.repeatable ? ' (repeatable)' : ''}\n${more}`;
}

/** The flags as the README's table. */
export function flagsMarkdown(table: FlagTable): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = Object.entries(table).map(([name, flag]) => {
    const shown = `${flag.short === undefined ? '' : `-${flag.short}, `}${flagName(name)} ${flag.metavar}`.trim();
    const help = `${flag.help}${flag.repeatable ? ' (repeatable)' : ''}`;
    return `| \`${cell(shown)}\` | \`${variableName(name)}\` | ${cell(flag.preset)} | ${cell(help)} |`;
  });
  return ['| flag | variable | default | |', '|---|---|---|---|', ...rows].join('\n');
}
