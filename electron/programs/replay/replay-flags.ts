import { ApiKey } from '../../../shared/model/workspace.ts';
import { type FlagValues, single, UsageError } from '../flags/flag.ts';
import { readUrl } from '../flags/flag-readers.ts';
import { readReportFile } from '../report/report.ts';

/** Flags of `hangar replay`. */
export const REPLAY_FLAGS = {
  url: single(
    { metavar: 'URL', defaultText: 'http://127.0.0.1:4100', help: 'The Hangar, or the service, to send to' },
    readUrl,
  ),
  apiKey: single(
    { metavar: 'tkn_…', defaultText: 'the keys of the recording', help: 'The API key to send' },
    (text) => {
      if (ApiKey.shape.key.safeParse(text).success) return text;
      // Without the text, which may be a mistyped secret, and error messages appear in logs of builds.
      throw new UsageError('must begin with "tkn_", then 1 to 200 letters, digits or signs without spaces');
    },
  ),
  report: single(
    { metavar: 'FILE', defaultText: 'none', help: 'Write the result to this file, as .json, .md or JUnit .xml' },
    readReportFile,
  ),
} as const;

/** Values of the flags of `hangar replay`. */
export type ReplayFlags = FlagValues<typeof REPLAY_FLAGS>;
