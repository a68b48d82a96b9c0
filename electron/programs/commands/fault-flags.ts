import { FAULT_KINDS } from '../../../shared/registry/fault-kinds.ts';
import { keysOf } from '../../../shared/values/keys-of.ts';
import { choice, type Flag, list, single, toggle, UsageError } from '../flags/flag.ts';
import { readCount, readNumber, readSeconds, readWord } from './read-flag.ts';

function word(metavar: string, help: string, field?: string): Flag<string | undefined> {
  return single({ metavar, help, ...(field === undefined ? {} : { field }) }, readWord);
}

function number(metavar: string, help: string): Flag<number | undefined> {
  return single({ metavar, defaultText: 'that of the kind', help }, readNumber);
}

function seconds(help: string, field: string): Flag<number | undefined> {
  return single(
    { metavar: 'S', defaultText: 'that of the kind', help: `${help}, in seconds or such as 500ms or 2m`, field },
    readSeconds,
  );
}

/** Flags of `hangar fault add`. */
export const FAULT_FLAGS = {
  slug: word('SLUG', 'Name of the fault; made from the operation when absent'),
  kind: choice(keysOf(FAULT_KINDS), { defaultText: 'error', help: 'What happens to the request (docs/faults.md)' }),
  task: word('T', 'Only requests for this task, by slug', 'match.task'),
  runbook: word('R', 'Only requests for this runbook, by slug', 'match.runbook'),
  env: word('E', 'Only requests to this environment, by slug', 'match.environment'),
  client: word('GLOB', 'Only clients whose User-Agent matches', 'match.client'),
  header: list({ metavar: 'NAME=GLOB', help: 'Only requests with this header', field: 'match.headers' }, readHeader),
  when: word('EXPRESSION', 'Only requests for which this expression is true'),
  skip: single({ metavar: 'N', defaultText: '0', help: 'Skip the first N matching requests' }, readCount(999_999_999)),
  times: single({ metavar: 'N', defaultText: 'all', help: 'Apply to the next N requests' }, readCount(999_999_999)),
  share: single({ metavar: 'P', defaultText: '1', help: 'Apply with this probability, 0 to 1' }, readNumber),
  status: word('STATUS', 'Status of the answer; for kind run Failed or Cancelled'),
  code: word('CODE', 'Error code of the answer'),
  message: word('TEXT', 'Message of the answer, or of the run'),
  retryAfter: seconds('Retry-After of the answer', 'retryAfterSeconds'),
  after: toggle('Execute the request, then answer with the error'),
  seconds: seconds('Duration of a delay or of a hang', 'seconds'),
  jitter: seconds('Random additional delay, at most', 'jitterSeconds'),
  runAfter: seconds('Time until the run ends', 'afterSeconds'),
  fraction: number('P', 'Part of the body to answer, 0 to 1'),
  bytesPerSecond: number('N', 'Speed of the answer'),
  contentType: word('TYPE', 'Content type of the answer'),
  text: word('TEXT', 'Body of the answer'),
  ttl: seconds('Remove the fault after this time', 'ttlSeconds'),
  keep: toggle('Write the fault to the workspace file'),
} as const;

function readHeader(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`must have the form NAME=GLOB, not "${text}"`);
}
