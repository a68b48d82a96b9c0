import { describe, expect, test } from 'vitest';
import { explore, type ExploreOptions } from '../../../electron/programs/testing.ts';
import { CAREFUL, type Protections } from '../../programs/explore/careful.ts';
import { GOOD, type Retries, WORKSPACE } from '../../programs/explore/clients.ts';

/** Schedules, and the two trials of the baseline. */
const TRIALS = 402;

describe('400 schedules of the whole catalogue raise no alarm about a careful client:', () => {
  test.each(CAREFUL)('$name', async ({ client, invariants }) => {
    const result = await explore({
      ...{ workspace: WORKSPACE, invariants: [...invariants], client },
      // Clients wait a second for each 429, so many trials go on at a time.
      ...{ faultsAtOnce: 4, trials: TRIALS, jobs: 32 },
    });
    expect(result.counterexamples.map(({ message }) => message)).toEqual([]);
    expect([result.holds, result.unsteady]).toEqual([true, []]);
    expect(result.explored.schedules).toBe(TRIALS - 2);
  });
});

/** A space in which a protection matters, and the invariant that is broken without it. */
interface Space {
  readonly broken: RegExp;
  readonly invariants?: readonly string[];
  readonly retries?: Retries;
  readonly options: Pick<ExploreOptions, 'faults' | 'runs' | 'faultsAtOnce'>;
  /** Repetitions of five in which it is found at least; all by default. */
  readonly fewest?: number;
}

const SPACES: Readonly<Record<keyof Protections, Space>> = {
  key: { broken: /^once /, options: { faults: ['--kind lose'] } },
  retriesWrites: { broken: /^recovers$/, options: { faults: ['tasks/execute --status 503'] } },
  retriesReads: {
    broken: /^recovers$/,
    options: { faults: ['runs/get --kind refuse', 'runs/list --kind refuse'] },
  },
  obeysRetryAfter: {
    broken: /^no error findings$/,
    options: { faults: ['--status 429 --retry-after 1'], faultsAtOnce: 1 },
  },
  growingPauses: {
    broken: /^no warning findings$/,
    invariants: ['no warning findings'],
    retries: { ...GOOD, attempts: 6, pause: 25 },
    options: { faults: ['tasks/execute --status 503'], faultsAtOnce: 4 },
    // On a busy machine the same pause may last longer each time.
    fewest: 1,
  },
  seesFailures: { broken: /^exit 0 means /, options: { faults: ['tasks/execute --status 400'] } },
  readsOutcome: { broken: /^exit 0 means /, options: { faults: ['--kind lose'], runs: true, faultsAtOnce: 1 } },
  rereads: { broken: /^once /, options: { faults: ['--kind lose', '--kind refuse', '--status 503'] } },
};

const PAIRS = CAREFUL.flatMap((client) => client.protections.map((protection) => ({ ...client, protection })));

describe.each(PAIRS)('without the protection "$protection", the client "$name"', ({ protection, ...each }) => {
  const { broken, invariants = [], retries, options, fewest = 5 } = SPACES[protection];
  const explored = (client: ExploreOptions['client']) =>
    explore({ workspace: WORKSPACE, invariants: [...each.invariants, ...invariants], client, ...options });

  test('is found out', async () => {
    const { counterexamples, text } = await explored(each.without(protection, retries));
    const found = counterexamples.find(({ invariant }) => broken.test(invariant));
    expect(found?.invariant, text).toMatch(broken);
    expect(found?.reproduced, text).toBeGreaterThanOrEqual(fewest);
  });

  test('and with it, raises no alarm', async () => {
    const { text, holds, explored: extent } = await explored(each.without(undefined, retries));
    expect([holds, extent.singles.tried], text).toEqual([true, extent.singles.total]);
    expect(extent.singles.total).toBeGreaterThan(0);
  });
});
