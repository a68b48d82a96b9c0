import { type FlagValues, single, toggle } from '../flags/flag.ts';
import { FLAGS } from '../flags/flags.ts';
import { readUrl } from '../flags/flag-readers.ts';

/** Flags of every command that connects to a running Hangar. */
export const CLIENT_FLAGS = {
  url: single(
    {
      metavar: 'URL',
      defaultText: 'the Hangar that uses the data folder, else port 4100',
      help: 'URL of the running Hangar',
    },
    readUrl,
  ),
  data: {
    ...FLAGS.data,
    defaultText: "the desktop app's user-data folder",
    help: 'Connect to the Hangar that uses this folder',
  },
  adminToken: { ...FLAGS.adminToken, help: 'Admin token of that Hangar, if it needs one' },
  adminTokenFile: { ...FLAGS.adminTokenFile, help: 'Read the admin token from this file' },
  json: toggle('Print one JSON value on standard output instead of a table or sentences'),
} as const;

/** Values of these flags. */
export type ClientFlags = Omit<FlagValues<typeof CLIENT_FLAGS>, 'json'>;
