import { RUN_STATUSES, type RunStatus } from '../../../shared/model/status.ts';
import { choice, single, toggle, UsageError } from '../flags/flag.ts';
import { readCount, readSeconds, readWord } from './read-flag.ts';

/** Flags of the commands that execute tasks and runbooks. */
export const EXECUTE_FLAGS = {
  env: single(
    { metavar: 'E', defaultText: 'the default environment', help: 'Environment, by its slug or ID' },
    readWord,
  ),
  wait: toggle('Wait for the end and print the output; exits with 1 when it failed, with 8 when it was cancelled'),
  follow: toggle('Print the log until the end; exits as with --wait'),
} as const;

/** Flags of the lists of runs and requests. */
export const LIST_FLAGS = {
  limit: single({ metavar: 'N', defaultText: '20', help: 'Maximum number of rows: the newest' }, readCount(1000)),
} as const;

export const LOGS_FLAGS = { follow: toggle('Follow the log until the run ends') } as const;

export const ANSWER_FLAGS = {
  cancel: toggle('Cancel the prompt instead'),
  as: single({ metavar: 'EMAIL', defaultText: 'the local user', help: 'User that answers, by e-mail or ID' }, readWord),
} as const;

export const TRAFFIC_FLAGS = {
  ...LIST_FLAGS,
  follow: toggle('Print new requests as they are answered, until stopped'),
} as const;

export const ADVANCE_FLAGS = {
  patience: single(
    {
      metavar: 'S',
      defaultText: '10',
      help: 'Seconds of the machine to wait for scripts, commands and requests',
      field: 'waitSeconds',
    },
    readSeconds,
  ),
} as const;

export const SAVE_FLAGS = { replace: toggle('Replace a checkpoint of that name') } as const;

export const IMPORT_FLAGS = {
  resume: toggle('Let go on what is unfinished in the file, which runs its commands on this machine'),
} as const;

export const RESET_FLAGS = { workspace: toggle('Also reload the definitions of the workspace file') } as const;

export const SETTLED_FLAGS = {
  timeout: single(
    { metavar: 'S', defaultText: '10', help: 'Maximum wait in seconds, up to 300', field: 'timeoutSeconds' },
    readSeconds,
  ),
} as const;

export const WAIT_RUN_FLAGS = {
  ...SETTLED_FLAGS,
  status: single(
    { metavar: 'STATUS', defaultText: 'any final one', help: 'Wait until the run has this status' },
    readStatus,
  ),
} as const;

export const TYPES_FLAGS = {
  lang: choice(['typescript', 'python'], { defaultText: 'by the ending of --out; typescript', help: 'Language' }),
  out: single({ metavar: 'FILE', defaultText: 'standard output', help: 'File to write' }, readWord),
  check: toggle('Write nothing; exit with 9 when the file of --out is out of date'),
} as const;

function readStatus(text: string): RunStatus {
  const status = RUN_STATUSES.find((known) => known.toLowerCase() === text.toLowerCase());
  if (status !== undefined) return status;
  throw new UsageError(`must be one of ${RUN_STATUSES.join(', ')}, not "${text}"`);
}
