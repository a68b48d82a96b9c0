import { describe, expect, test } from 'vitest';
import { explore, type ExploreOptions } from '../../../electron/programs/testing.ts';
import { WORKSPACE } from './clients.ts';
import { PROTECTED, refunding, repeating, type Protections } from './protections.ts';

/** A space in which a protection matters. */
interface Space {
  readonly without: keyof Protections;
  readonly invariant: string;
  readonly make?: typeof refunding;
  readonly options: Pick<ExploreOptions, 'faults' | 'runs' | 'faultsAtOnce'>;
}

const SPACES: readonly Space[] = [
  { without: 'key', invariant: 'once refund per order_id', options: { faults: ['--kind lose'] } },
  { without: 'retriesWrites', invariant: 'recovers', options: { faults: ['tasks/execute --status 503'] } },
  { without: 'retriesReads', invariant: 'recovers', options: { faults: ['runs/get --kind refuse'] } },
  {
    without: 'obeysRetryAfter',
    invariant: 'no error findings',
    options: { faults: ['--status 429 --retry-after 1'], faultsAtOnce: 1 },
  },
  {
    without: 'growingPauses',
    invariant: 'no warning findings',
    options: { faults: ['tasks/execute --status 503'], faultsAtOnce: 4 },
  },
  {
    without: 'seesFailures',
    invariant: 'exit 0 means refund per order_id',
    options: { faults: ['tasks/execute --status 400'] },
  },
  { without: 'readsOutcome', invariant: 'exit 0 means refund per order_id', options: { runs: true, faultsAtOnce: 1 } },
  {
    without: 'rereads',
    invariant: 'once refund per order_id',
    make: repeating,
    options: { faults: ['--kind lose', '--kind refuse', '--status 503'] },
  },
];

describe.each(SPACES)('an exploration of a client with the protection "$without"', ({ without, ...space }) => {
  const { invariant, make = refunding, options } = space;
  const explored = (given: Protections) =>
    explore({ workspace: WORKSPACE, invariants: [invariant], client: make(given), ...options });

  test('is silent while it has it', async () => {
    const { text, holds, explored: extent } = await explored(PROTECTED);
    expect([holds, extent.singles.tried], text).toEqual([true, extent.singles.total]);
    expect(extent.singles.total).toBeGreaterThan(0);
  });

  test('finds the mistake without it', async () => {
    const { counterexamples, text } = await explored({ ...PROTECTED, [without]: false });
    const found = counterexamples.find((each) => each.invariant === invariant);
    expect([found?.invariant, found?.reproduced], text).toEqual([invariant, 5]);
  });
});
