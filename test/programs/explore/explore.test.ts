import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { explore } from '../../../electron/programs/testing.ts';
import { startEmulator } from '../../../electron/programs/library.ts';
import { CAREFUL } from './careful.ts';
import { FAULTY, serviceOf, tryAgain, WORKSPACE } from './clients.ts';
import { expectFound, FAST } from './expect-found.ts';

describe('an exploration finds the mistake of a client that', () => {
  // The others are in test/hardening/programs/explore-faulty.test.ts.
  test.each(FAULTY.filter(({ isTypical = false }) => isTypical))('$name', expectFound);
});

test('orders of calls that a client sends at once are tried, though each was answered in its turn', async () => {
  const result = await explore({
    workspace: WORKSPACE,
    invariants: ['always runs.length === 0 || runs[0].task === "refund"'],
    client: async (options) => {
      const service = serviceOf(options);
      const refunded = tryAgain(() => service.execute('refund', 'AB1', { key: 'refund' }));
      await sleep(10);
      await Promise.all([refunded, tryAgain(() => service.execute('mail', 'AB1', { key: 'mail' }))]);
    },
    ...{ order: true, faults: ['--kind lose'] },
  });
  expect(result.explored.orders.total, result.text).toBe(2);
  const [found, ...others] = result.counterexamples;
  expect([found?.schedule, found?.reproduced, others]).toEqual([
    [
      expect.objectContaining({
        kind: 'hold',
        call: expect.objectContaining({ task: 'refund' }) as object,
        until: expect.objectContaining({ task: 'mail' }) as object,
      }),
    ],
    5,
    [],
  ]);
});

describe('an exploration is silent about a careful client:', () => {
  // Two of those of test/hardening/programs/explore-careful.test.ts.
  test.each(CAREFUL.slice(1, 3))('$name', async ({ client, invariants }) => {
    const result = await explore({
      workspace: WORKSPACE,
      invariants: [...invariants],
      client,
      faults: FAST,
      trials: 40,
    });
    expect(result.counterexamples.map(({ message }) => message)).toEqual([]);
    expect([result.holds, result.unsteady]).toEqual([true, []]);
    const { singles } = result.explored;
    expect(singles.tried).toBe(singles.total);
  });
});

describe('the result of an exploration', () => {
  const client = (options: Parameters<typeof serviceOf>[0]) =>
    tryAgain(() => serviceOf(options).execute('refund', 'AB1'));

  test('replays its counterexample, and an emulator takes it as a schedule', async () => {
    const result = await explore({ workspace: WORKSPACE, invariants: ['once refund'], client, faults: FAST });
    const [found] = result.counterexamples;
    expect(found?.schedule).toEqual([{ call: { operation: 'tasks/execute', task: 'refund', nth: 1 }, kind: 'lose' }]);
    expect((await result.replay(found?.schedule ?? [])).reproduced).toBe(5);
    const emulator = await startEmulator({ workspace: WORKSPACE });
    try {
      await emulator.applySchedule(found?.schedule ?? []);
      await client({ ...emulator, signal: new AbortController().signal });
      expect(emulator.findings.list().map(({ rule }) => rule)).toEqual(['executed-twice']);
    } finally {
      await emulator.stop();
    }
  });

  test('rejects when an invariant fails without any fault', async () => {
    const twice = async (options: Parameters<typeof serviceOf>[0]): Promise<void> => {
      for (const key of ['1', '2']) await serviceOf(options).execute('refund', 'AB1', { key });
    };
    await expect(explore({ workspace: WORKSPACE, invariants: ['once refund'], client: twice })).rejects.toThrow(
      /The client breaks "once refund" without any fault: refund succeeded twice/,
    );
  });

  test('rejects with the error of a client that fails without any fault', async () => {
    const failing = (): never => {
      throw new Error('no such order');
    };
    const message = /ended without success, exit code 1\.[^]*no such order/;
    await expect(explore({ workspace: WORKSPACE, client: failing })).rejects.toThrow(message);
  });

  test.each([
    [{ invariants: ['once refnd'] }, /did you mean "refund"/],
    [{ invariants: ['once refund per orderid'] }, /names the parameter "orderid".*order_id/],
    [{ invariants: ['always runs.length <'] }, /has a wrong expression/],
    [{ invariants: ['always rns.length'] }, /unknown name "rns"/],
    [{ faults: ['runs/get --times 2'] }, /times is not taken/],
    [{ faults: ['runs/gte'] }, /runs\/gte|operation/],
    [{ faults: [{ kind: 'lose', share: 0.5 }] }, /share is not taken/],
    [{ faultsAtOnce: 5 }, /faultsAtOnce/],
  ])('rejects %j', async (options, message) => {
    await expect(explore({ workspace: WORKSPACE, client, ...options })).rejects.toThrow(message);
  });
});
