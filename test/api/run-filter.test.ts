import { beforeAll, describe, expect, test } from 'vitest';
import { readFilterWords } from '../../shared/model/filter.ts';
import { settled } from '../support/fake-clock.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

const steps = (...list: readonly object[]) => ({ kind: 'steps', steps: list }) as never;
const text = (slug: string) => ({ slug, type: 'string', constraints: { optional: true } });

const WORKSPACE = {
  environments: [
    { slug: 'prod', name: 'Production', default: true },
    { slug: 'stage', name: 'Staging' },
  ],
  tasks: [
    {
      slug: 'refund',
      name: 'Refund an order',
      parameters: [text('order_id'), text('note'), { slug: 'amount', type: 'integer', default: 0 }],
      behavior: steps(
        { do: 'log', text: 'Looking up {{ params.order_id }} at the bank' },
        { do: 'output', value: { receipt: 'R-{{ params.amount }}' } },
      ),
    },
    { slug: 'slow', behavior: steps({ do: 'wait', seconds: 60 }) },
    { slug: 'broken', behavior: steps({ do: 'fail', message: 'The printer has no paper' }) },
    { slug: 'ask', behavior: steps({ do: 'prompt', description: 'Pay twice?' }) },
  ],
} as never;

/** Filters and the runs that they find. */
const FOUND: readonly (readonly [string, readonly string[]])[] = [
  ['AB1042', ['first']],
  ['ab104', ['first', 'second']],
  ['param.amount:240', ['first']],
  ['param.amount:>240', ['second']],
  ['param.amount:>=240', ['first', 'second']],
  ['param.amount:<240', []],
  ['param.amount:<=240.0 -status:failed', ['first']],
  ['param.amount:>-1e3 param.amount:<1e3', ['first']],
  ['-param.amount:>240 task:refund', ['first']],
  ['param.order_id:>1', []],
  ['param.note:>x', []],
  ['output:>100', []],
  ['240', ['first', 'second']],
  ['R-2400', ['second']],
  ['receipt', ['first', 'second']],
  ['"at the bank"', ['first', 'second']],
  ['12:30', ['first']],
  ['paper', ['failed']],
  ['twice', ['waiting']],
  ['refund -ab1043', ['first']],
  ['-refund', ['failed', 'slow', 'waiting']],
  ['param.order_id:AB1042', ['first']],
  ['param.note:AB1042', []],
  ['output:r-24', ['first', 'second']],
  ['error:"no paper"', ['failed']],
  ['status:failed', ['failed']],
  ['status:failed,active', ['failed', 'slow', 'waiting']],
  ['status:succ task:refund env:stage', ['second']],
  ['is:waiting', ['waiting']],
  ['-is:ended', ['slow', 'waiting']],
  ['is:child', []],
  ['since:30m', ['failed', 'slow', 'waiting']],
  ['until:30m', ['first', 'second']],
  ['since:2026-11-20T16:30:00Z -is:waiting', ['failed', 'slow']],
  ['', ['first', 'second', 'failed', 'slow', 'waiting']],
  ['  ', ['first', 'second', 'failed', 'slow', 'waiting']],
];

describe('the filter of runs', () => {
  let hangar: TestEmulator;
  /** Names of the runs by ID. */
  const names = new Map<string, string>();

  const execute = async (name: string, slug: string, paramValues = {}, environment = 'prod') => {
    const headers = { 'X-Service-Env-Slug': environment };
    const { json } = await hangar.send('/v0/tasks/execute', { body: { slug, paramValues }, headers });
    names.set((json as { runID: string }).runID, name);
  };

  const found = async (q: string) => {
    const { json } = await hangar.send(`/_emulator/runs?q=${encodeURIComponent(q)}`);
    const { runs, total } = json as { runs: { id: string }[]; total: number };
    expect(total).toBe(runs.length);
    return runs.map(({ id }) => names.get(id)).reverse();
  };

  beforeAll(async () => {
    hangar = await testEmulator(WORKSPACE);
    await execute('first', 'refund', { order_id: 'AB1042', amount: 240, note: 'Say "hi" at 12:30' });
    await execute('second', 'refund', { order_id: 'AB1043', amount: 2400 }, 'stage');
    await hangar.clock.advance(3_600_000);
    await execute('failed', 'broken');
    await execute('slow', 'slow');
    await execute('waiting', 'ask');
    await settled();
  });

  test.each(FOUND)('%s', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  test('finds the same runs in an archive', async () => {
    await hangar.state.compact();
    for (const [q, expected] of FOUND) expect(await found(q), q).toEqual(expected);
    // The slug of its environment is not stored with a run.
    expect(await found('stage')).toEqual(['second']);
  });

  test('took: compares how long a run has been executing', async () => {
    await hangar.clock.advance(60_000);
    await settled();
    expect(await found('took:>50s task:slow')).toEqual(['slow']);
    expect(await found('took:<500ms task:slow')).toEqual([]);
    expect(await found('took:2h')).toEqual([]);
  });

  test.each([
    ['status:done', 'q: "status:done" has no meaning: its value must be one of notstarted, queued, active'],
    ['is:constructor', 'q: "is:constructor" has no meaning: its value must be one of waiting, ended, child, repeat'],
    ['took:fast', 'its value must be such as took:>2s or took:<500ms'],
    ['since:yesterday', 'its value must be such as since:15m or since:2026-11-20T16:00:00Z'],
    ['a '.repeat(21), 'q: has 21 words; at most 20 are allowed'],
    ['a'.repeat(1001), 'q: '],
  ])('refuses %.30s', async (q, sentence) => {
    const { status, text: body } = await hangar.send(`/_emulator/runs?q=${encodeURIComponent(q)}`);
    expect(status).toBe(400);
    expect((JSON.parse(body) as { error: string }).error).toContain(sentence);
  });
});

describe('the words of a filter', () => {
  const read = (filter: string) =>
    readFilterWords(filter, (name) => name === 'status').map(
      ({ name, value, isNot }) => `${isNot ? 'not ' : ''}${name}=${value}`,
    );

  test.each([
    ['', []],
    ['Plain Words', ['=plain', '=words']],
    ['status:Failed', ['status=failed']],
    ['"status:failed words"', ['=status:failed words']],
    ['status:"failed words"', ['status=failed words']],
    ['-status:failed -x', ['not status=failed', 'not =x']],
    ['http://host:80/a', ['=http://host:80/a']],
    ['status: - ""', ['=-']],
    ['"never closed', ['=never closed']],
    ['__proto__:x constructor:y', ['=__proto__:x', '=constructor:y']],
  ])('%s', (filter, expected) => {
    expect(read(filter)).toEqual(expected);
  });
});
