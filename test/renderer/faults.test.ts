import { expect, test } from 'vitest';
import { type AuthoredFault, Fault, FAULTS } from '../../shared/model/fault.ts';
import { faultSentence } from '../../shared/model/fault-sentence.ts';
import { FAULT_KINDS } from '../../shared/registry/fault-kinds.ts';
import type { TrafficItem } from '../../renderer/core/data/hangar.ts';
import {
  fieldOf,
  freeFaultSlug,
  matchingText,
  problemsOf,
  withField,
  withoutEmptyObjects,
} from '../../renderer/core/faults/fault-draft.ts';
import { KIND_FIELDS } from '../../renderer/core/faults/fault-fields.ts';
import { FAULT_PRESETS, sentenceOfDraft } from '../../renderer/core/faults/FaultForm.tsx';
import { rareFieldsOf, spokenFieldsOf } from '../../renderer/core/faults/MoreFields.tsx';
import { failingDraft } from '../../renderer/features/traffic/TrafficDetail.tsx';

type WithoutSlug<Each> = Each extends unknown ? Omit<Each, 'slug'> : never;

const SENTENCES: readonly (readonly [WithoutSlug<AuthoredFault>, string])[] = [
  [
    {
      kind: 'error',
      status: 429,
      retryAfterSeconds: 2,
      times: 2,
      match: { operation: 'tasks/execute', task: 'refund' },
    },
    'The first 2 of tasks/execute for refund: 429, Retry-After 2 s',
  ],
  [{ kind: 'error', after: true, code: 'busy' }, 'All requests: executed, then 500, busy'],
  [
    { kind: 'lose', skip: 2, times: 1, match: { operation: ['tasks/execute', 'runs/get'] } },
    'Number 3 of tasks/execute, runs/get: executed, but the answer is lost',
  ],
  [
    { kind: 'delay', seconds: 0.2, jitterSeconds: 2.8, share: 0.2 },
    '20 % of all requests: wait 0.2 to 3 s, then answer',
  ],
  [{ kind: 'delay', seconds: 1, skip: 4 }, 'All requests after the first 4: wait 1 s, then answer'],
  [{ kind: 'refuse', times: 1 }, 'The next of requests: connection reset before anything happens'],
  [
    { kind: 'truncate', skip: 1, times: 2, countPer: 'apiKey' },
    'Numbers 2 to 3 of requests, counted per API key: answer cut off after 50 % of its body',
  ],
  [
    { kind: 'slow', bytesPerSecond: 1000, match: { client: 'curl*' } },
    'All requests by curl*: answer at 1,000 bytes per second',
  ],
  [
    { kind: 'hang', seconds: 30, during: { every: 60, for: 10 } },
    'All requests, in the first 10 s of every 60 s: no answer, connection reset after 30 s',
  ],
  [{ kind: 'body', when: 'attempt == 1' }, 'All requests, when attempt == 1: 502 with text/html, as from a proxy'],
  [
    { kind: 'run', status: 'Cancelled', afterSeconds: 5, match: { environment: 'prod' } },
    'All requests in prod: its run is cancelled after 5 s',
  ],
  [
    { kind: 'hold', until: { operation: 'runs/get', task: 'refund' }, times: 1 },
    'The next of requests: held, until runs/get for refund #1 was answered or 30 s are over or it is released',
  ],
  [
    { kind: 'hold', after: true, seconds: null, freezeClock: true },
    'All requests: executed, then its answer is held, with the clock frozen, until it is released',
  ],
];

test.each(SENTENCES)('%j is said in words', (fault, sentence) => {
  const { subject, effect } = faultSentence(Fault.parse({ slug: 'a', ...fault }));
  expect(`${subject}: ${effect}`).toBe(sentence);
});

test('an emptied period or call of a draft is left out', () => {
  const draft = { kind: 'lose', during: { every: 60 } };
  expect(withoutEmptyObjects(withField(draft, 'during.every', undefined))).toEqual({ kind: 'lose' });
  expect(withoutEmptyObjects(draft)).toEqual(draft);
  const held = withField({ kind: 'hold' }, 'until.task', 'refund');
  expect(withoutEmptyObjects(withField(held, 'until.task', undefined))).toEqual({ kind: 'hold' });
});

test('a lifetime is no part of the sentence of a draft', () => {
  expect(sentenceOfDraft({ kind: 'lose', ttlSeconds: 5, keep: true })).toEqual(sentenceOfDraft({ kind: 'lose' }));
  expect(sentenceOfDraft({ kind: 'lose', ttlSeconds: 5 })).toBeDefined();
});

test('the table of sentences has every kind', () => {
  expect(new Set(SENTENCES.map(([{ kind }]) => kind))).toEqual(new Set(Object.keys(FAULT_KINDS)));
});

test('the form of a kind has the fields of its schema, with their limits', () => {
  const [status] = KIND_FIELDS.get('error')?.own ?? [];
  expect(status).toMatchObject({ type: 'number', isInteger: true, min: 400, max: 599, preset: 500, isRequired: false });
  expect(KIND_FIELDS.get('run')?.own[0]).toMatchObject({ type: 'choice', choices: ['Failed', 'Cancelled'] });
  expect(KIND_FIELDS.get('error')?.own.at(-1)).toMatchObject({ type: 'flag', preset: false });
  expect(KIND_FIELDS.get('hang')?.own[0]).toMatchObject({ isRequired: true, max: 600 });
  expect(KIND_FIELDS.get('hold')?.own.find(({ name }) => name === 'seconds')).toMatchObject({
    type: 'number',
    preset: 30,
  });
  expect(KIND_FIELDS.get('lose')?.own).toEqual([]);
  expect(KIND_FIELDS.get('lose')?.common.get('match.operation')?.choices).toContain('tasks/execute');
});

test('every field of a kind is in its sentence or behind "More conditions", and a required one in the sentence', () => {
  for (const [kind, { own }] of KIND_FIELDS) {
    const spoken = spokenFieldsOf({ kind }).map(({ field }) => field);
    const rare = rareFieldsOf({ kind });
    expect(new Set([...spoken, ...rare])).toEqual(new Set(own));
    expect(spoken.length + rare.length).toBe(own.length);
    expect(rare.filter(({ isRequired }) => isRequired)).toEqual([]);
  }
});

test('every preset is a valid fault', () => {
  for (const { draft, slug } of FAULT_PRESETS) {
    expect(Fault.safeParse({ ...draft, slug }).success).toBe(true);
    expect(sentenceOfDraft(draft)).toBeDefined();
  }
  expect(Object.keys(FAULTS)).toEqual(Object.keys(FAULT_KINDS));
});

test('a field of a draft is set, and left out again', () => {
  const draft = withField({ kind: 'lose' }, 'match.task', 'refund');
  expect(draft).toEqual({ kind: 'lose', match: { task: 'refund' } });
  expect(fieldOf(draft, 'match.task')).toBe('refund');
  expect(withField(draft, 'match.task', undefined)).toEqual({ kind: 'lose', match: {} });
  expect(sentenceOfDraft({ kind: 'hang' })).toBeUndefined();
});

test('a refusal is shown at the fields that it names', () => {
  const { byField, rest } = problemsOf('seconds: is required; match.headers.a: must be a text; no more rules.', [
    'seconds',
    'match.headers',
  ]);
  expect([...byField]).toEqual([
    ['seconds', 'Is required'],
    ['match.headers', 'Must be a text'],
  ]);
  expect(rest).toBe('no more rules.');
});

test('a new fault has a slug of its own', () => {
  expect(freeFaultSlug('outage', [])).toBe('outage');
  expect(freeFaultSlug('outage', ['outage', 'outage_2'])).toBe('outage_3');
});

const at = (path: string) => ({ path }) as TrafficItem;

test('the form says how many of the latest requests match', () => {
  const rows = ['/v0/tasks/execute', '/v0/runs/get', '/v0/webhooks/a/b'].map(at);
  expect(matchingText({ kind: 'lose' }, rows)).toBe('Matches 3 of the last 3 requests.');
  expect(matchingText({ kind: 'lose' }, rows.slice(0, 1))).toBe('Matches 1 of the last 1 request.');
  expect(matchingText({ match: { operation: 'webhook' } }, rows)).toBe('Matches 1 of the last 3 requests.');
  expect(matchingText({ match: { operation: 'runs/get', task: 'a' } }, rows)).toBe(
    'Matches at most 1 of the last 3 requests.',
  );
  expect(matchingText({}, [])).toBe('');
});

const entry = (path: string, body: string) =>
  ({ row: { path }, request: { body } }) as Parameters<typeof failingDraft>[0];

test.each([
  ['/v0/tasks/execute', '{"slug":"refund"}', { operation: 'tasks/execute', task: 'refund' }],
  ['/v0/runbooks/execute', '{"slug":"close"}', { operation: 'runbooks/execute', runbook: 'close' }],
  ['/v0/webhooks/task/secret', 'not JSON', { operation: 'webhook' }],
  ['/v0/runs/get', '', { operation: 'runs/get' }],
])('the next request like %s %s is made to fail', (path, body, match) => {
  expect(failingDraft(entry(path, body))).toMatchObject({ kind: 'error', status: 429, times: 1, match });
});

test('a request of no operation is not made to fail', () => {
  expect(failingDraft(entry('/v0/nothing', ''))).toBeUndefined();
  expect(failingDraft(entry('/tasks/execute', ''))).toBeUndefined();
});
