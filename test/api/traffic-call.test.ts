import { describe, expect, test } from 'vitest';
import type { AuthoredFault } from '../../shared/model/fault.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = { tasks: [{ slug: 'refund', behavior: steps() }] };

/** An attempt of a client: the seconds before it, and the key and the program that it sends. */
interface Sent {
  readonly after?: number;
  readonly key?: string;
  readonly slug?: string;
  readonly client?: string;
}

type Fault = Omit<AuthoredFault, 'slug'>;
const lose = { kind: 'lose', times: 1 } as Fault;
const refuse = (status: number, times: number, retryAfterSeconds?: number): Fault =>
  ({ kind: 'error', status, times, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }) as Fault;

async function hangarWith(faults: readonly Fault[]): Promise<TestEmulator> {
  const hangar = await testEmulator(WORKSPACE);
  for (const [index, fault] of faults.entries())
    await hangar.api.emulator.faults.create({ body: { slug: `f${index}`, ...fault } as AuthoredFault });
  return hangar;
}

/** Sends the attempts. Returns the IDs of the logged requests, oldest first. */
async function sendAll({ send, clock, api }: TestEmulator, all: readonly Sent[]): Promise<string[]> {
  for (const { after = 0, key, slug = 'refund', client = 'shop' } of all) {
    await clock.advance(after);
    const headers = { 'User-Agent': client, ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
    await send('/v0/tasks/execute', { body: { slug }, headers }).catch(() => undefined);
  }
  const { entries } = await api.emulator.traffic.list({ query: {} });
  return entries
    .filter(({ path }) => path === '/v0/tasks/execute')
    .map(({ id }) => id)
    .reverse();
}

async function callOf({ api }: TestEmulator, id: string | undefined) {
  return (await api.emulator.traffic.get({ params: { id: id ?? '' } })).call;
}

const busy = refuse(503, 1);

/** Faults, what is sent, the number of the request that is read, and those of its call. */
type Case = readonly [faults: readonly Fault[], sent: readonly Sent[], own: number, expected: readonly number[]];
const CALLS: Readonly<Record<string, Case>> = {
  'a retry after a 503': [[busy], [{}, { after: 1 }], 1, [0, 1]],
  'another call after a success': [[], [{}, { after: 1 }], 1, [1]],
  'another body': [[busy], [{}, { after: 1, slug: 'other' }], 0, [0]],
  'another client': [[busy], [{}, { after: 1, client: 'other' }], 0, [0]],
  'a retry with another key': [[busy], [{ key: 'x' }, { after: 1, key: 'y' }], 0, [0, 1]],
  'the same key after a success': [[], [{ key: 'x' }, { after: 1, key: 'x' }], 0, [0, 1]],
  'other calls in between': [[refuse(429, 1), lose], [{}, { client: 'b' }, { after: 1 }, { after: 1 }], 0, [0, 2]],
  'a refusal that does not pass': [[refuse(400, 2)], [{}, { after: 1 }], 1, [1]],
  'a call after more than a minute': [[busy], [{}, { after: 61 }], 0, [0]],
};

describe('the attempts of a call', () => {
  test.each(Object.entries(CALLS))('are told from other calls: %s', async (_, [faults, sent, own, expected]) => {
    const hangar = await hangarWith(faults);
    const ids = await sendAll(hangar, sent);
    expect(ids).toHaveLength(sent.length);
    const { attempts } = await callOf(hangar, ids[own]);
    expect(attempts.map(({ row }) => ids.indexOf(row.id))).toEqual(expected);
  });

  test('have their pauses, judged by Retry-After', async () => {
    const hangar = await hangarWith([refuse(429, 1, 2)]);
    const ids = await sendAll(hangar, [{ key: 'k' }, { after: 1, key: 'k' }, { after: 2, key: 'k' }]);
    const { attempts, summary } = await callOf(hangar, ids[1]);
    expect(attempts.map(({ row, ...attempt }) => ({ status: row.status, ...attempt }))).toEqual([
      {
        ...{ status: 429, sinceFirstMilliseconds: 0, pauseMilliseconds: null, hasSameKey: false },
        ...{ retryAfterSeconds: 2, keptRetryAfter: null },
      },
      {
        ...{ status: 429, sinceFirstMilliseconds: 1000, pauseMilliseconds: 1000, hasSameKey: true },
        ...{ retryAfterSeconds: 2, keptRetryAfter: false },
      },
      {
        ...{ status: 200, sinceFirstMilliseconds: 3000, pauseMilliseconds: 2000, hasSameKey: true },
        ...{ retryAfterSeconds: null, keptRetryAfter: true },
      },
    ]);
    expect(summary).toBe('3 attempts in 3 s, one run');
  });

  test('are measured by the machine, whatever the emulated clock does', async () => {
    const hangar = await hangarWith([busy]);
    await hangar.api.emulator.clock.set({ body: { state: 'frozen' } });
    const ids = await sendAll(hangar, [{ key: 'k' }, { after: 1.5, key: 'k' }]);
    const { attempts } = await callOf(hangar, ids[0]);
    expect(attempts.map(({ pauseMilliseconds }) => pauseMilliseconds)).toEqual([null, 1500]);
  });

  test('are the 20 around the request when they are many', async () => {
    const hangar = await hangarWith([refuse(503, 50)]);
    const ids = await sendAll(
      hangar,
      Array.from({ length: 45 }, () => ({ after: 2 })),
    );
    const { attempts } = await callOf(hangar, ids[30]);
    expect(attempts.map(({ row }) => ids.indexOf(row.id))).toEqual(
      Array.from({ length: 20 }, (_, index) => 20 + index),
    );
  });

  test('of a request that calls no operation are that request', async () => {
    const hangar = await hangarWith([]);
    await hangar.send('/v0/nothing');
    const { entries } = await hangar.api.emulator.traffic.list({ query: {} });
    const id = entries.find(({ path }) => path === '/v0/nothing')?.id;
    const { attempts, verdict } = await callOf(hangar, id);
    expect([attempts.map(({ row }) => row.id), verdict]).toEqual([[id], null]);
  });
});

type Verdict = readonly [level: string, rule: string, text: string] | null;
const VERDICTS: readonly (readonly [string, readonly Fault[], readonly Sent[], Verdict])[] = [
  ['one answered call', [], [{}], null],
  ['a call that was not repeated', [busy], [{}], ['warning', '', 'has not repeated']],
  [
    'a lost answer and the same key',
    [lose],
    [{ key: 'k' }, { after: 1, key: 'k' }],
    ['fine', '', 'survives a lost answer: 2 attempts, one run'],
  ],
  ['two runs', [lose], [{}, { after: 1 }], ['error', 'executed-twice', 'executed more than once']],
  [
    'an early retry',
    [refuse(429, 1, 5)],
    [{ key: 'k' }, { after: 1, key: 'k' }],
    ['error', 'early-retry', 'before Retry-After was over'],
  ],
  ['no key', [busy], [{}, { after: 1 }], ['warning', 'retry-without-key', 'no common Idempotency-Key']],
  [
    'another key',
    [busy],
    [{ key: 'a' }, { after: 1, key: 'b' }],
    ['warning', 'retry-without-key', 'no common Idempotency-Key'],
  ],
  ['no key after a 429', [refuse(429, 1)], [{}, { after: 1 }], ['fine', '', 'retries well: 2 attempts, one run']],
  [
    'attempts that all fail',
    [refuse(503, 2)],
    [{ key: 'k' }, { after: 1, key: 'k' }],
    ['warning', '', 'has failed 2 times'],
  ],
  [
    'a kept Retry-After',
    [refuse(429, 1, 1)],
    [{ key: 'k' }, { after: 1.1, key: 'k' }],
    ['fine', '', 'retries well: 2 attempts, one run'],
  ],
  [
    'short pauses that do not grow',
    [refuse(503, 4)],
    Array.from({ length: 5 }, () => ({ after: 0.2, key: 'k' })),
    ['warning', 'no-backoff', 'do not grow'],
  ],
];

describe('the verdict on a call', () => {
  test.each(VERDICTS)('of %s agrees with the findings', async (_, faults, sent, expected) => {
    const hangar = await hangarWith(faults);
    const { verdict } = await callOf(hangar, (await sendAll(hangar, sent))[0]);
    if (expected === null) expect(verdict).toBe(null);
    else {
      const [level, rule, text] = expected;
      expect(verdict).toEqual({ level, rule, text: expect.stringContaining(text) as string });
    }
    const { items } = await hangar.api.emulator.findings.list();
    const found = items.map((finding) => finding.rule).filter((each) => each !== 'unread-run');
    expect(found).toEqual(expected === null || expected[1] === '' ? [] : [expected[1]]);
  });
});
