import { type FlagValues, single } from '../flags/flag.ts';
import { readApiKey, readUrl } from '../flags/flag-readers.ts';
import { readReportFile } from '../report/report.ts';

/** Flags of `hangar replay`. */
export const REPLAY_FLAGS = {
  url: single(
    { metavar: 'URL', defaultText: 'http://127.0.0.1:4100', help: 'The Hangar, or the service, to send to' },
    readUrl,
  ),
  apiKey: single(
    { metavar: 'tkn_…', defaultText: 'the keys of the recording', help: 'The API key to send' },
    readApiKey,
  ),
  report: single(
    { metavar: 'FILE', help: 'Write the result to this file, as .json, .md or JUnit .xml' },
    readReportFile,
  ),
} as const;

/** Values of the flags of `hangar replay`. */
export type ReplayFlags = FlagValues<typeof REPLAY_FLAGS>;
