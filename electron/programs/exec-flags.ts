import { FINDING_LEVELS, type FindingLevel } from '../../shared/registry/finding-rules.ts';
import { type FlagValues, single, UsageError } from './flags/flag.ts';
import { FLAGS } from './flags/flags.ts';
import { readReportFile } from './report/report.ts';

/** Levels of `--fail-on`: information never fails a command. */
const FAILING: readonly FindingLevel[] = FINDING_LEVELS.filter((level) => level !== 'info');

/** Flags that only `hangar exec` takes. */
export const EXEC_ONLY_FLAGS = {
  failOn: single(
    {
      metavar: FAILING.join('|'),
      defaultText: 'none',
      help: 'Print the findings, and exit with 5 if there are any of this level or worse',
    },
    readLevel,
  ),
  report: single(
    { metavar: 'FILE', defaultText: 'none', help: 'Write the findings to this file, as .json, .md or JUnit .xml' },
    readReportFile,
  ),
  bundleOnFailure: single(
    {
      metavar: 'FILE',
      defaultText: 'none',
      help: 'Write a .hangar-bundle to this file when the exit code is not 0: definitions, state, traffic and findings',
    },
    readBundleFile,
  ),
} as const;

/** Flags of `hangar exec`. */
export const EXEC_FLAGS = { ...FLAGS, ...EXEC_ONLY_FLAGS } as const;

/** Values of the flags of `hangar exec`. */
export type ExecFlags = FlagValues<typeof EXEC_FLAGS>;

function readLevel(text: string): FindingLevel {
  const level = FAILING.find((known) => known === text);
  if (level !== undefined) return level;
  throw new UsageError(`must be ${FAILING.join(' or ')}, not "${text}"`);
}

function readBundleFile(path: string): string {
  if (path.endsWith('.hangar-bundle')) return path;
  throw new UsageError(`must be a file that ends in .hangar-bundle, not "${path}"`);
}
