import { describe, expect, test } from 'vitest';
import { scheduleKey, subjectKey, type Schedule } from '../../../shared/model/schedule.ts';
import { readInvariant, type Invariant } from '../../../shared/model/invariant.ts';
import { CATALOGUE, faultsOf, type CatalogueFault } from '../../../electron/programs/explore/catalogue.ts';
import { search, type Plan } from '../../../electron/programs/explore/search.ts';
import { shrink } from '../../../electron/programs/explore/shrink.ts';
import { simulated, type SimulatedClient } from './simulated-client.ts';
import { fc } from '../../support/properties.ts';

const FAULTS: readonly CatalogueFault[] = [{ fault: { kind: 'lose' } }, { fault: { kind: 'refuse' } }];
const ONCE: Invariant = { once: { task: 'refund' } };

function planOf(changes: Partial<Plan> & { readonly faults?: readonly CatalogueFault[] } = {}): Plan {
  const { faults = FAULTS, ...plan } = changes;
  return {
    invariants: [ONCE],
    dimensions: { faults, people: false, runs: false, order: false, holdSeconds: 5 },
    ...{ faultsAtOnce: 2, deadline: Infinity, trials: Infinity, isRandom: false, jobs: 1, seed: 1, all: true },
    shard: { index: 1, of: 1 },
    ...plan,
  };
}

async function explored(client: SimulatedClient, plan: Plan, pause?: () => Promise<void>) {
  const { run, seen } = simulated(client, pause);
  const signal = new AbortController().signal;
  const found = await search(plan, { run, now: () => 0, signal, progress: () => {} });
  const walked = seen.filter(({ number }) => number > 2).sort((one, other) => one.number - other.number);
  return { found, walked: walked.map(({ schedule }) => scheduleKey(schedule)) };
}

const CAREFUL: SimulatedClient = {
  calls: [['tasks/execute', 'refund'], ['runs/get'], ['tasks/execute', 'mail']],
  attempts: 3,
  hasKeys: true,
};
const SPACES = fc.record({
  calls: fc.array(
    fc.constantFrom(['tasks/execute', 'refund'] as const, ['runs/get'] as const, ['tasks/execute', 'mail'] as const),
    { minLength: 1, maxLength: 4 },
  ),
  attempts: fc.integer({ min: 1, max: 3 }),
  hasKeys: fc.boolean(),
});

/** Every schedule that some client can meet, by trying them all. */
async function reachable(client: SimulatedClient, most: number): Promise<Set<string>> {
  const { run } = simulated(client);
  const all = new Set<string>();
  let level: Schedule[] = [[]];
  for (let size = 1; size <= most; size++) {
    const next = new Map<string, Schedule>();
    for (const schedule of level) {
      const trial = await run(schedule, 0);
      if (trial.unmet.length > 0) continue;
      const baseline = await run([], 0);
      for (const { call } of [...trial.calls, ...baseline.calls])
        for (const element of faultsOf(call, FAULTS)) {
          if (schedule.some((each) => subjectKey(each) === subjectKey(element))) continue;
          next.set(scheduleKey([...schedule, element]), [...schedule, element]);
        }
    }
    level = [...next.values()];
    for (const key of next.keys()) all.add(key);
  }
  return all;
}

describe('the search', () => {
  test('visits every schedule of a small space exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(SPACES, async (client) => {
        const { walked } = await explored(client, planOf({ invariants: [] }));
        expect(new Set(walked).size).toBe(walked.length);
        expect(new Set(walked)).toEqual(await reachable(client, 2));
      }),
      { numRuns: 40 },
    );
  });

  test('has an order that does not depend on the number of jobs', async () => {
    await fc.assert(
      fc.asyncProperty(SPACES, fc.integer({ min: 2, max: 8 }), async (client, jobs) => {
        let turn = 0;
        const pause = async (): Promise<void> => {
          for (let left = (turn++ * 7) % 5; left > 0; left--) await Promise.resolve();
        };
        const one = await explored(client, planOf({ all: false }));
        const several = await explored(client, planOf({ all: false, jobs }), pause);
        expect(several.found.explored).toEqual(one.found.explored);
        expect(several.found.broken).toEqual(one.found.broken);
        // Schedules after the one that broke may have begun already.
        expect(several.walked.slice(0, one.walked.length)).toEqual(one.walked);
      }),
      { numRuns: 40 },
    );
  });

  test('is dealt out to shards that walk together what one walks, and find the same', async () => {
    await fc.assert(
      fc.asyncProperty(SPACES, fc.integer({ min: 2, max: 8 }), async (client, of) => {
        const whole = await explored(client, planOf({ faultsAtOnce: 3 }));
        const parts: Awaited<ReturnType<typeof explored>>[] = [];
        for (let index = 1; index <= of; index++)
          parts.push(await explored(client, planOf({ faultsAtOnce: 3, shard: { index, of } })));
        expect(parts.flatMap(({ walked }) => walked).sort()).toEqual([...whole.walked].sort());
        const total = (name: 'singles' | 'pairs' | 'newCalls') =>
          parts.reduce((sum, { found }) => sum + found.explored[name].total, 0);
        for (const name of ['singles', 'pairs', 'newCalls'] as const)
          expect(total(name)).toBe(whole.found.explored[name].total);
        const keys = (found: Awaited<ReturnType<typeof explored>>[]) =>
          new Set(found.flatMap((each) => each.found.broken.map(({ schedule }) => scheduleKey(schedule))));
        expect(keys(parts)).toEqual(keys([whole]));
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    // The first trial of its number tries another kind of the fault, the others repeat.
    [1, { repetitions: 0, reproduced: 0 }],
    [4, { repetitions: 2, reproduced: 2 }],
  ])('that is ended in trial %i after it found something keeps it, with the true number', async (last, counts) => {
    const { run } = simulated({ ...CAREFUL, hasKeys: false });
    const stop = new AbortController();
    let further = 0;
    const running = (schedule: Schedule, number: number) => {
      if (number === 0 && ++further === last) stop.abort();
      return run(schedule, number);
    };
    const ports = { now: () => 0, signal: stop.signal, progress: () => {} };
    const found = await search(planOf(), { ...ports, run: running });
    expect(found).toMatchObject({ isComplete: false, isStopped: true });
    expect(found.broken).toMatchObject([
      { schedule: [{ call: { operation: 'tasks/execute', task: 'refund', nth: 1 }, kind: 'lose' }], ...counts },
    ]);
  });

  test('tries new calls of a trial before pairs, and extends no schedule that was not met', async () => {
    const { walked, found } = await explored(
      { ...CAREFUL, calls: [['tasks/execute', 'refund'], ['runs/get']] },
      planOf(),
    );
    expect(walked.slice(0, 4).every((key) => !key.includes('\n'))).toBe(true);
    expect(walked[4]).toContain('"nth":2');
    expect(found.explored).toMatchObject({ calls: 2, singles: { tried: 4, total: 4 }, unmet: 0 });
  });

  test('finds the one call of a client without keys that is executed twice', async () => {
    const { found } = await explored({ ...CAREFUL, hasKeys: false }, planOf());
    expect(found.broken).toMatchObject([
      { schedule: [{ call: { operation: 'tasks/execute', task: 'refund', nth: 1 }, kind: 'lose' }], reproduced: 5 },
    ]);
  });

  test('is silent about a careful client, and says what it walked', async () => {
    const { found, walked } = await explored(CAREFUL, planOf({ faults: CATALOGUE }));
    expect([found.broken, found.isComplete, found.explored.schedules]).toEqual([[], true, walked.length]);
    expect(found.explored.pairs.tried).toBe(found.explored.pairs.total);
  });

  test('ends with the number of trials, baseline included', async () => {
    const { found, walked } = await explored(CAREFUL, planOf({ trials: 7, isRandom: true }));
    expect([walked.length, found.isComplete, found.explored.singles]).toEqual([5, false, { tried: 5, total: 6 }]);
  });

  test('goes on with random schedules of more elements while a budget is left', async () => {
    const plan = { faultsAtOnce: 1, isRandom: true, trials: 40, faults: CATALOGUE };
    const one = await explored(CAREFUL, planOf(plan));
    const again = await explored(CAREFUL, planOf(plan));
    expect(one.walked.length).toBe(38);
    expect(one.walked.some((key) => key.includes('\n'))).toBe(true);
    expect(again.walked).toEqual(one.walked);
  });

  test('ends at a baseline that breaks an invariant', async () => {
    const client: SimulatedClient = {
      ...CAREFUL,
      calls: [
        ['tasks/execute', 'refund'],
        ['tasks/execute', 'refund'],
      ],
    };
    const { found, walked } = await explored(client, planOf());
    expect([walked, found.failing.map(({ text }) => text)]).toEqual([[], ['once refund']]);
  });
});

describe('shrinking', () => {
  const call = { operation: 'tasks/execute', task: 'refund', nth: 3 } as const;
  const [lose] = faultsOf(call, CATALOGUE);
  const body = faultsOf(call, CATALOGUE).at(-1);
  const read = faultsOf({ operation: 'runs/get', nth: 1 }, CATALOGUE)[1];

  test.each([
    [
      'leaves out what is not needed',
      (schedule: Schedule) => schedule.some((each) => each === body),
      [[call.nth, 'body']],
    ],
    [
      'prefers the simpler kind',
      (schedule: Schedule) => schedule.some((each) => 'call' in each && each.call.nth === 3),
      [[3, 'lose']],
    ],
    [
      'prefers the earlier call',
      (schedule: Schedule) => schedule.some((each) => 'call' in each && each.call.task === 'refund'),
      [[1, 'lose']],
    ],
  ])('%s', async (_, fails, expected) => {
    const schedule = [read, body].flatMap((element) => (element === undefined ? [] : [element]));
    const smallest = await shrink(schedule, CATALOGUE, (candidate) => Promise.resolve(fails(candidate)));
    expect(smallest.map((each) => ('call' in each ? [each.call.nth, each.kind] : []))).toEqual(expected);
    expect(lose).toBeDefined();
  });
});

describe('an invariant as text', () => {
  test.each([
    ['once refund', { once: { task: 'refund' } }],
    ['once refund per order_id, amount', { once: { task: 'refund', per: ['order_id', 'amount'] } }],
    ['exit 0 means mail per order_id', { exitMeans: { task: 'mail', per: ['order_id'] } }],
    [' recovers ', { recovers: true }],
    ['ends', { ends: true }],
    ['no  warning findings', { findings: 'warning' }],
    ['always runs.length < 3', { always: 'runs.length < 3' }],
    ['once', undefined],
    ['once refund per', undefined],
    ['no info findings', undefined],
    ['always', undefined],
  ])('%s', (text, expected) => {
    expect(readInvariant(text)).toEqual(expected);
  });
});
