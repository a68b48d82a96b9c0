import airplane from 'airplane';
import { describe, expect, test } from 'vitest';
import { explore, type ExploreClient } from '../../../electron/programs/testing.ts';
import { WORKSPACE } from './clients.ts';

const INVARIANTS = ['once refund per order_id', 'once mail per order_id', 'exit 0 means mail per order_id'];

/** Refunds and mails with the service's own SDK, as it comes. */
const job: ExploreClient = async ({ url, apiKey }) => {
  const options = { host: url, apiKey };
  for (const task of ['refund', 'mail']) await airplane.execute(task, { order_id: 'AB1' }, options);
};
/** The same job, tried twice as by a queue. */
const twice: ExploreClient = async (options) => {
  try {
    await job(options);
  } catch {
    await job(options);
  }
};

// The SDK waits half a second and more between attempts, so many trials go on at a time.
const COMMON = { workspace: WORKSPACE, invariants: INVARIANTS, jobs: 16 };

describe('an exploration of the SDK', () => {
  test('is silent about the SDK alone', async () => {
    const { text, holds, explored } = await explore({ ...COMMON, client: job, faultsAtOnce: 1 });
    expect([holds, explored.singles.tried, explored.singles.total > 20], text).toEqual([
      true,
      explored.singles.total,
      true,
    ]);
  });

  test.each([
    ['runs that fail', { runs: true, faults: ['requests/get'] }],
    ['reads of runs that answer 404', { faults: ['runs/get --kind error --status 404'] }],
  ])('catches a job around it that is tried twice, by %s', async (_, dimensions) => {
    const { text, counterexamples } = await explore({ ...COMMON, ...dimensions, client: twice });
    expect(
      counterexamples.map(({ invariant, reproduced, schedule }) => [invariant, reproduced, schedule.length]),
      text,
    ).toEqual([['once refund per order_id', 5, 1]]);
  });
});
