import { describe, expect, test } from 'vitest';
import { harmOf } from '../../renderer/features/explore/breaking.ts';
import { ladderOf } from '../../renderer/features/explore/counterexample-ladder.ts';
import { clientName, lookOf, secondsLeft } from '../../renderer/features/explore/explore-words.ts';
import type { Counterexample, Exploration } from '../../shared/contract/emulator/explorations.ts';

const run = (id: string, order: string, endedAt: number | null): Counterexample['runs'][number] => ({
  ...{ id, task: 'refund', nth: 1, status: 'Succeeded', params: { order_id: order }, startedAt: 0, endedAt },
});

const call = (startedAt: number, rest: object): Counterexample['calls'][number] => ({
  call: { operation: 'tasks/execute', task: 'refund', nth: 1 },
  ...{ requestID: `trf${startedAt}`, startedAt, endedAt: startedAt + 10, status: 200, fault: '', executed: true },
  ...{ runID: '', key: '', ...rest },
});

const found: Counterexample = {
  ...{ invariant: 'once refund per order_id', reason: 'refund succeeded twice', schedule: [], also: [] },
  calls: [
    call(0, { runID: 'run2026000000001', status: 0, fault: 'lose', key: 'order-6f1c' }),
    call(1000, { runID: 'run2026000000002', key: 'order-a20e' }),
  ],
  runs: [run('run2026000000001', 'AB1042', 500), run('run2026000000002', 'AB1042', null), run('run3', 'AB1043', 1)],
  ...{ findings: [], exitCode: 0, trial: 3, reproduced: 5, message: '', output: '' },
};

describe('a counterexample', () => {
  test.each([
    ['once refund per order_id', 'refund succeeds twice for AB1042'],
    ['exit 0 means mail per order_id', 'Exit 0, but mail did not succeed'],
    ['recovers', 'One fault ends the client without success'],
    ['ends', 'The client does not end'],
    ['always runs.length < 3', '“runs.length < 3” is not true'],
    ['something of a later version', '“something of a later version” does not hold'],
  ])('is called by its harm: %s', (invariant, harm) => {
    expect(harmOf({ ...found, invariant })).toBe(harm);
  });

  test('is a ladder: what became of each call, the runs that they made, and the moment at which it broke', () => {
    const ended = { ...found, runs: [found.runs[0]!, { ...found.runs[1]!, endedAt: 1400 }] };
    const { calls, lanes, verdict } = ladderOf(ended);
    expect(calls).toMatchObject([
      { name: 'refund', end: 'answer lost', answer: 'lost', isArrived: true, isFaulted: true, isNoteNew: false },
      { end: '200', answer: 'whole', isFaulted: false, note: 'key ord…a20e', isNoteNew: true },
    ]);
    expect(lanes).toMatchObject([
      { made: 0, to: 500, note: 'for AB1042', isBreaking: true },
      { made: 1000, to: 1400, isBreaking: true },
    ]);
    expect(verdict).toMatchObject({ at: 1400, note: 'second success for AB1042', end: '2, at most 1' });
  });

  test('draws a run that ends long after the last call to the end of the axis only', () => {
    const late = { ...found, runs: [run('run2026000000001', 'AB1042', 3_600_000)] };
    expect(ladderOf(late).lanes).toMatchObject([{ to: 1515 }]);
  });
});

const NONE = { tried: 0, total: 0 };

const exploration: Exploration = {
  ...{ id: 'exp1', command: 'node job.mjs', invariants: [], state: 'ended', startedAt: '2026-11-27 14:31:35.2+00' },
  explored: {
    ...{ schedules: 406, calls: 4, singles: NONE, newCalls: NONE, pairs: NONE, people: NONE, orders: NONE },
    ...{ unmet: 0, seconds: 19 },
  },
  ...{ space: null, counterexamples: [], baseline: [], unsteady: [], complete: true, holds: true, text: '' },
};
const space = {
  faults: ['lose', 'error 500 after'],
  calls: [{ call: { operation: 'runs/get', nth: 1 } as const, outcomes: 'h-' }],
  ...{ newCalls: '', pairs: 'hb..', others: '' },
};

const SETTINGS = {
  ...{ from: 'definitions', seed: 1, jobs: 2, speed: 1, budgetSeconds: null },
  ...{ people: false, runs: false, order: false },
};

/** The extent of an exploration with that many pairs. */
function walked(total: number): Exploration['explored'] {
  return { ...exploration.explored!, pairs: { tried: 0, total } };
}

describe('an exploration', () => {
  test.each<[Partial<Exploration>, string]>([
    [{}, 'All held: 406 schedules of 4 calls'],
    [{ unsteady: [{ operation: 'runs/get', nth: 2 }] }, 'All held, unsteady: 1 call differs by itself'],
    [{ holds: false, counterexamples: [found] }, '1 counterexample in 406 schedules of 4 calls'],
    [{ holds: false, baseline: [{ invariant: 'ends', reason: '' }] }, 'Breaks “ends” without any fault'],
    [{ state: 'running', space }, '3 of 5 schedules'],
    [{ state: 'running', explored: null }, 'Runs the client without faults'],
    [{ state: 'interrupted', space, holds: null }, 'Stopped after 3 of 5 schedules, none broken'],
    [{ state: 'interrupted', holds: null }, 'Stopped before the first schedule, none broken'],
  ])('says what came of it: %j', (change, note) => {
    expect(lookOf({ ...exploration, ...change }).note).toBe(note);
  });

  test.each<[string, number, Partial<Exploration>]>([
    // Two of five are left, and three took 3 s; of its budget there is a second.
    ['as long as its schedules took', 2, { space }],
    ['within its budget', 1, { space, settings: { ...SETTINGS, budgetSeconds: 4 } }],
    ['with pairs that are planned later', 6, { space: { ...space, pairs: 'hb' }, explored: walked(8) }],
    ['but nothing before some have ended', 0, { space: { ...space, pairs: 'h...' } }],
    ['but nothing once all were tried', 0, { space: { ...space, pairs: 'hb' }, explored: walked(2) }],
    ['but nothing once it has ended', 0, { space, state: 'ended' }],
  ])('tells the time that it still takes: %s', (_, seconds, change) => {
    const running = { ...exploration, state: 'running' as const, explored: null };
    expect(secondsLeft({ ...running, ...change }, 3)).toBe(seconds);
  });

  test.each([
    ['node job.mjs', 'job.mjs'],
    ['node --import ./x.mjs src/job.mjs', 'x.mjs'],
    ['./client', 'client'],
    ['python -m worker', 'python'],
  ])('names the client of its command: %s', (command, name) => {
    expect(clientName(command)).toBe(name);
  });
});
