import { FINDING_LEVELS } from '../../shared/registry/finding-rules.ts';
import { choice, type FlagValues, single, UsageError } from './flags/flag.ts';
import { FLAGS } from './flags/flags.ts';
import { readReportFile } from './report/report.ts';

/** Flags that only `hangar exec` takes. */
export const EXEC_ONLY_FLAGS = {
  // Information never fails a command.
  failOn: choice(
    FINDING_LEVELS.filter((level) => level !== 'info'),
    { help: 'Print the findings, and exit with 5 if there are any of this level or worse' },
  ),
  report: single(
    { metavar: 'FILE', help: 'Write the findings to this file, as .json, .md or JUnit .xml' },
    readReportFile,
  ),
  bundleOnFailure: single(
    {
      metavar: 'FILE',
      help: 'Write a .hangar-bundle to this file when the exit code is not 0: definitions, state, traffic and findings',
    },
    readBundleFile,
  ),
} as const;

/** Flags of `hangar exec`. */
export const EXEC_FLAGS = { ...FLAGS, ...EXEC_ONLY_FLAGS } as const;

/** Values of the flags of `hangar exec`. */
export type ExecFlags = FlagValues<typeof EXEC_FLAGS>;

function readBundleFile(path: string): string {
  if (path.endsWith('.hangar-bundle')) return path;
  throw new UsageError(`must be a file that ends in .hangar-bundle, not "${path}"`);
}
