import { RUN_STATUSES, SESSION_STATUSES } from './status.ts';
import { parseRfc3339 } from '../values/timestamp.ts';
import { parseDuration, parseDurationLimit } from './filter.ts';

/** Definitions whose names are values of a term. */
export type NamedDefinitions = 'tasks' | 'runbooks' | 'environments' | 'webhooks';

/** A term of a filter, such as `status:failed`. */
export interface FilterTerm {
  readonly example: string;
  /** The end of a sentence that begins with the kind, such as “that failed”. */
  readonly help: string;
  /** Values to choose from. */
  readonly values?: readonly string[] | NamedDefinitions;
  /** The valid values; absent when any text is valid. */
  readonly expects?: ExpectedValue;
}

interface ExpectedValue {
  readonly isMet: (value: string) => boolean;
  /** Completes the sentence "its value must be …". */
  readonly text: string;
}

type Terms = Readonly<Record<string, FilterTerm>>;

/** A term for statuses: one or more, separated by commas, each of which may be abbreviated. */
function statusTerm(statuses: readonly string[]): FilterTerm {
  const values = statuses.map((status) => status.toLowerCase());
  return {
    example: 'status:failed',
    help: `of this status: ${values.join(', ')}; several with commas, and \`status:succ\` is enough`,
    values,
    expects: {
      isMet: (value) => value.split(',').every((part) => part !== '' && values.some((one) => one.startsWith(part))),
      text: `one of ${values.join(', ')}`,
    },
  };
}

function isTerm(kinds: Readonly<Record<string, string>>): FilterTerm {
  const values = Object.keys(kinds);
  return {
    example: `is:${values[0] ?? ''}`,
    help: Object.entries(kinds)
      .map(([name, help]) => `\`is:${name}\` ${help}`)
      .join('; '),
    values,
    expects: { isMet: (value) => values.includes(value), text: `one of ${values.join(', ')}` },
  };
}

function momentTerm(name: 'since' | 'until', help: string): FilterTerm {
  return {
    example: `${name}:${name === 'since' ? '1h' : '15m'}`,
    help,
    values: ['15m', '1h', '24h', '7d'],
    expects: {
      isMet: (value) => parseDuration(value) !== undefined || parseRfc3339(value.toUpperCase()) !== undefined,
      text: `such as ${name}:15m or ${name}:2026-11-20T16:00:00Z`,
    },
  };
}

function tookTerm(help: string): FilterTerm {
  return {
    example: 'took:>2s',
    help: `${help}; \`took:<500ms\` for less`,
    values: ['>1s', '>10s', '<500ms'],
    expects: {
      isMet: (value) => parseDurationLimit(value) !== undefined,
      text: 'such as took:>2s or took:<500ms',
    },
  };
}

const ENV: FilterTerm = { example: 'env:prod', help: 'of an environment, by its slug or ID', values: 'environments' };
const AGE = 'this long ago in the service’s time, or since an RFC 3339 time';
const LONGER = 'longer ago than this, or before an RFC 3339 time';
const CREATED = {
  since: momentTerm('since', `created at most ${AGE}`),
  until: momentTerm('until', `created ${LONGER}`),
};
const FAILURE: FilterTerm = { example: 'error:paper', help: 'whose failure has this text in it' };
const HELD = 'that came from a file and were not released';
const MORE = 'has this text in it; `param.amount:>100` for a number, also with `<`, `>=` and `<=`';
const PARAM: FilterTerm = { example: 'param.order_id:AB1042', help: `whose parameter \`order_id\` ${MORE}` };

const RUN = {
  status: statusTerm(RUN_STATUSES),
  task: { example: 'task:refund', help: 'of a task, by a part of its slug, name or ID', values: 'tasks' },
  env: ENV,
  session: { example: 'session:ses2026', help: 'of a session, by a part of its ID' },
  is: isTerm({
    waiting: 'that wait for an answer',
    ended: 'that have ended',
    child: 'that another run executed',
    repeat: 'that were run again',
    held: HELD,
  }),
  ...CREATED,
  took: tookTerm('that have been executing for longer'),
  error: FAILURE,
  output: { example: 'output:R-240', help: 'with this text in their output; `output:>100` with a number' },
  param: PARAM,
} satisfies Terms;

const SESSION = {
  status: statusTerm(SESSION_STATUSES),
  runbook: { example: 'runbook:close', help: 'of a runbook, by a part of its slug, name or ID', values: 'runbooks' },
  task: { example: 'task:refund', help: 'with a run of a task, by a part of its slug, name or ID', values: 'tasks' },
  env: ENV,
  run: { example: 'run:run2026', help: 'with a run, by a part of its ID' },
  is: isTerm({
    waiting: 'that wait for an answer',
    ended: 'that have ended',
    child: 'that a run executed',
    held: HELD,
  }),
  ...CREATED,
  took: tookTerm('that have lasted longer'),
  error: FAILURE,
  param: PARAM,
} satisfies Terms;

const PROMPT = {
  task: { example: 'task:refund', help: 'of a run of a task, by a part of its slug, name or ID', values: 'tasks' },
  env: ENV,
  run: { example: 'run:run2026', help: 'of a run, by a part of its ID' },
  session: { example: 'session:ses2026', help: 'of a session, by a part of its ID' },
  is: isTerm({
    approval: 'without a field to fill in',
    automatic: 'that a rule is about to answer',
    refused: 'whose rule could not answer',
    held: HELD,
  }),
  ...CREATED,
  param: { example: 'param.order_id:AB1042', help: `of a run whose parameter \`order_id\` ${MORE}` },
} satisfies Terms;

const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'gone'];

const REQUEST = {
  status: {
    example: 'status:4xx',
    help: 'with this status or class, or `status:>=400`; several with commas; `gone` for a client that went away',
    values: STATUS_CLASSES,
    expects: {
      isMet: (value) => value.split(',').every((part) => /^(?:gone|[\dx]{1,3}|[<>]=?\d{1,3})$/.test(part)),
      text: `such as status:404 or status:${STATUS_CLASSES.join(',')}`,
    },
  },
  method: { example: 'method:post', help: 'with this method', values: ['get', 'post', 'put', 'patch', 'delete'] },
  path: { example: 'path:/v0/runs', help: 'with this text in their path or query' },
  body: { example: 'body:AB1042', help: 'with this text in the body of the request or the answer' },
  task: {
    example: 'task:refund',
    help: 'that made or concern a run of a task, or name the task, by a part of its slug, name or ID',
    values: 'tasks',
  },
  env: { ...ENV, help: 'that made or concern a run of an environment, by its slug or ID' },
  param: {
    example: 'param.order_id:AB1042',
    help: `that made or concern a run or session whose parameter \`order_id\` ${MORE}`,
  },
  made: { example: 'made:run2026', help: 'that made or concern a run, session or prompt, by a part of its ID' },
  client: { example: 'client:curl', help: 'of a client, by a part of its User-Agent' },
  caller: { example: 'caller:local', help: 'of a key or user, by a part of its name' },
  code: { example: 'code:not_found', help: 'with this text in their error code' },
  error: { example: 'error:paper', help: 'with this text in the message of their error' },
  fault: { example: 'fault:busy', help: 'that met a fault, by a part of its slug or kind' },
  webhook: { example: 'webhook:paid', help: 'that called a webhook, by a part of its slug', values: 'webhooks' },
  key: { example: 'key:6f1c', help: 'whose Idempotency-Key begins with this' },
  is: isTerm({
    error: 'answered with an error',
    warning: 'with a warning',
    replay: 'whose answer was repeated for an Idempotency-Key',
    fault: 'that met a fault',
    gone: 'whose client went away',
  }),
  since: momentTerm('since', `that arrived at most ${AGE}`),
  until: momentTerm('until', `that arrived ${LONGER}`),
  took: tookTerm('that took longer'),
  slower: {
    example: 'slower:100',
    help: 'that took at least this many milliseconds',
    expects: { isMet: (value) => /^\d{1,9}(?:\.\d{1,3})?$/.test(value), text: 'a number of milliseconds' },
  },
} satisfies Terms;

/** The terms of each kind of list, in the order of the help. Deliveries of webhooks are requests. */
export const FILTER_TERMS = { run: RUN, session: SESSION, prompt: PROMPT, request: REQUEST };

export type FilterKind = keyof typeof FILTER_TERMS;
/** Names of a kind's terms. Words about parameters are named `param.` and a slug. */
export type TermName<Kind extends FilterKind> = keyof (typeof FILTER_TERMS)[Kind] & string;

/** Beginning of the terms about one parameter, such as `param.order_id:AB1`. */
export const PARAMETER = 'param.';

/** Maximum number of characters of a filter. */
export const MAX_FILTER = 1000;

/** The terms of a kind by name. */
export function termsOf(kind: FilterKind): Terms {
  return FILTER_TERMS[kind];
}
