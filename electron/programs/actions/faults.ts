import { z } from 'zod';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { faultSentence } from '../../../shared/model/fault-sentence.ts';
import { FAULT_KINDS } from '../../../shared/registry/fault-kinds.ts';
import { OPERATIONS } from '../../../shared/registry/operations.ts';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import { keysOf } from '../../../shared/values/objects.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import type { Hangar } from '../client/hangar.ts';
import {
  amount,
  choice,
  count,
  field,
  operand,
  parsed,
  seconds,
  toggle,
  UsageError,
  type Values,
  word,
} from '../flags/field.ts';
import { action, callText, readInput, sharedAction, toolCall } from './action.ts';

const OF_KIND = { defaultText: 'that of the kind' };
const SLUG = operand('SLUG', 'Of the fault to remove, or of the added one');
const LIST = callText('fault', { action: 'list' });

function duration(help: string, flag?: string) {
  const facts = { ...OF_KIND, ...(flag === undefined ? {} : { flag }) };
  return seconds(`${help}, in seconds or such as 500ms or 2m`, facts);
}

const Header = parsed((text): readonly [name: string, value: string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError('must have the form NAME=GLOB');
});
const Status = z.string().transform((text) => (/^\d+$/.test(text) ? Number(text) : text));

/** The fields of a fault, by their paths in the request. */
const FIELDS = {
  'match.operation': field(z.array(z.string()).default([]), {
    metavar: 'OPERATION',
    help: 'Only these operations',
    place: 'list',
    suggested: OPERATIONS,
  }),
  slug: word('SLUG', 'Name of the fault; made from the operation when absent'),
  kind: choice(keysOf(FAULT_KINDS), { defaultText: 'error', help: 'What happens to the request (docs/faults.md)' }),
  'match.task': word('T', 'Only requests for this task, by slug', { flag: 'task' }),
  'match.runbook': word('R', 'Only requests for this runbook, by slug', { flag: 'runbook' }),
  'match.environment': word('E', 'Only requests to this environment, by slug', { flag: 'env' }),
  'match.client': word('GLOB', 'Only clients whose User-Agent matches', { flag: 'client' }),
  'match.headers': field(z.array(Header).default([]), {
    metavar: 'NAME=GLOB',
    help: 'Only requests with this header',
    flag: 'header',
  }),
  when: word('EXPRESSION', 'Only requests for which this expression is true'),
  skip: count(999_999_999, { metavar: 'N', defaultText: '0', help: 'Skip the first N matching requests' }),
  times: count(999_999_999, { metavar: 'N', defaultText: 'all', help: 'Apply to the next N requests' }),
  nth: count(999_999_999, { metavar: 'N', help: 'Apply only to the N-th matching request' }),
  share: amount({ metavar: 'P', defaultText: '1', help: 'Apply with this probability, 0 to 1' }),
  status: field(Status.optional(), {
    metavar: 'STATUS',
    help: 'Status of the answer; for kind run Failed or Cancelled',
  }),
  code: word('CODE', 'Error code of the answer'),
  message: word('TEXT', 'Message of the answer, or of the run'),
  retryAfterSeconds: duration('Retry-After of the answer', 'retryAfter'),
  after: toggle('Execute the request, then answer with the error, or hold its answer'),
  hold: toggle('Hold the request until it is released: kind hold'),
  freezeClock: toggle('Freeze the emulated clock while a request is held'),
  seconds: duration('Duration of a delay or of a hang, or the most that a request is held'),
  jitterSeconds: duration('Random additional delay, at most', 'jitter'),
  afterSeconds: duration('Time until the run ends', 'runAfter'),
  fraction: amount({ metavar: 'P', ...OF_KIND, help: 'Part of the body to answer, 0 to 1' }),
  bytesPerSecond: amount({ metavar: 'N', ...OF_KIND, help: 'Speed of the answer' }),
  contentType: word('TYPE', 'Content type of the answer'),
  text: word('TEXT', 'Body of the answer'),
  ttlSeconds: duration('Remove the fault after this time', 'ttl'),
  keep: toggle('Write the fault to the workspace file'),
} as const;

/** Actions on faults. */
export const FAULTS = {
  faults: sharedAction({
    summary: 'List the faults with their counters',
    example: 'hangar faults',
    ask: ({ api }) => api.faults.list(),
    tell: ({ items }) => ({
      head: ['fault', 'state', 'applied', 'requests', 'effect'],
      rows: items.map((fault) => {
        const { subject, effect } = faultSentence(fault);
        return [fault.slug, stateOf(fault), `${fault.applied} of ${fault.matched}`, subject, effect];
      }),
      none: 'There are no faults; hangar fault add makes one.',
    }),
    report: ({ items }) => ({ value: items.map(inShort), next: callText('verify', {}) }),
  }),
  'fault add': action({
    summary: 'Add a fault for requests of these operations; without any, for all',
    example: 'hangar fault add tasks/execute --task refund --times 2 --status 429 --retry-after 2',
    fields: FIELDS,
    ask: async ({ api }, input) => {
      const { 'match.operation': operations, status } = input;
      return addFault(api, faultOf(input), [operations[0] ?? 'requests', kindOf(input), status]);
    },
    tell: (made) => {
      const { subject, effect } = faultSentence(made);
      return `Added ${made.slug}. ${subject}: ${effect}.`;
    },
  }),
  'fault remove': sharedAction({
    summary: 'Remove a fault',
    example: 'hangar fault remove tasks_execute_429',
    fields: { slug: SLUG },
    ask: async ({ api }, { slug }) => {
      await api.faults.remove({ params: { id: slug } });
      return {};
    },
    tell: (_, { slug }) => `Removed ${slug}.`,
    report: (_, { slug }) => ({ value: { removed: slug }, next: LIST }),
  }),
} as const;

/** The fault that a command line describes, without what is left out. */
function faultOf(input: Values<typeof FIELDS>): Record<string, unknown> {
  const { 'match.operation': operations, 'match.headers': headers, after, keep, freezeClock, hold: _, ...rest } = input;
  return nested({
    ...rest,
    kind: kindOf(input),
    'match.operation': operations.length > 1 ? operations : operations[0],
    'match.headers': headers.length === 0 ? undefined : Object.fromEntries(headers),
    after: after ? true : undefined,
    freezeClock: freezeClock ? true : undefined,
    keep: keep ? true : undefined,
  });
}

function kindOf({ hold, kind }: Pick<Values<typeof FIELDS>, 'hold' | 'kind'>): string | undefined {
  return hold ? 'hold' : kind;
}

/** The fault that words of `hangar fault add` describe; of kind `error` unless they say otherwise. Throws `UsageError`. */
export function faultOfWords(
  words: readonly string[],
): Readonly<Record<string, unknown>> & { readonly match?: object } {
  return { kind: 'error', ...withoutUndefined(faultOf(readInput('--fault', FIELDS, words))) };
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

/** Adds a fault for an agent, whole. */
export const addWhole = toolCall(
  z.strictObject({ fault: JsonObject.describe('The fault to add'), slug: SLUG.schema.optional().describe(SLUG.help) }),
  async ({ api }, { fault, slug = fault['slug'] }) => {
    const made = await addFault(api, { ...fault, slug }, ['fault', fault['kind'], fault['status']]);
    return { value: inShort(made), next: LIST };
  },
);

/** Adds a fault, of kind `error` unless it says otherwise. @param words of its slug when it has none */
async function addFault({ faults }: Hangar['api'], fault: object, words: readonly unknown[]) {
  const { slug = await freeSlug(faults, words), ...rest } = fault as { readonly slug?: unknown };
  const made = await faults.create({ body: uncheckedFault({ kind: 'error', ...rest, slug }) });
  if (!('items' in made)) return made;
  // Only a list of faults is answered by a list.
  throw new StartError('failed', 'another number of faults was added than one');
}

/** An unused slug for a new fault, such as `tasks_execute_429`. */
async function freeSlug(faults: Hangar['api']['faults'], words: readonly unknown[]): Promise<string> {
  const { items } = await faults.list();
  const taken = new Set(items.map(({ slug }) => slug));
  const given = words.filter((word) => (typeof word === 'string' && word !== '') || typeof word === 'number');
  const base = given
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base}_${number}`;
  return slug;
}

/** The object whose fields have these paths, such as `match.task`; without those that are `undefined`. */
function nested(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  const match: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (path.startsWith('match.')) match[path.slice('match.'.length)] = value;
    else whole[path] = value;
  }
  return { ...whole, match };
}

function stateOf({ enabled, completed, source }: FaultItem): string {
  return `${enabled ? (completed ? 'used up' : 'on') : 'off'}, ${source === 'workspace' ? 'kept' : 'for now'}`;
}

function inShort(item: FaultItem): object {
  const { subject, effect } = faultSentence(item);
  const { slug, enabled, completed, applied, matched } = item;
  return { slug, does: `${subject}: ${effect}`, enabled, completed, applied, matched };
}
