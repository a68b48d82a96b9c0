import { expect, test } from 'vitest';
import type { Broken } from '../../../electron/programs/explore/found.ts';
import { ladder } from '../../../electron/programs/explore/ladder.ts';
import { ScheduleElement } from '../../../shared/model/schedule.ts';

/** A counterexample whose client refunds, reads many times, refunds again and reads once more. */
function broken(reads: number, change: Partial<Broken> = {}): Broken {
  const refund = (nth: number) => ({ operation: 'tasks/execute', task: 'refund', nth }) as const;
  const read = (nth: number) => ({ operation: 'runs/get', nth }) as const;
  const numbers = Array.from({ length: reads }, (_, index) => index + 1);
  const named = [
    { call: refund(1), runID: 'run20261128zmlsfppcokb', fault: 'lose', status: 0 },
    ...numbers.map((nth) => ({ call: read(nth), runID: 'run20261128zmlsfppcokb', fault: '', status: 200 })),
    { call: refund(2), runID: 'run20261128zn3vtdlwbcp', fault: '', status: 200 },
    ...numbers.map((nth) => ({ call: read(reads + nth), runID: '', fault: '', status: 200 })),
  ];
  const calls = named.map((each, index) => ({
    ...{ ...each, requestID: `trf${index}`, startedAt: index, endedAt: index, executed: true, key: '' },
  }));
  const run = { task: 'refund', status: 'Succeeded', params: {}, startedAt: 0, endedAt: 1 } as const;
  const runs = ['run20261128zmlsfppcokb', 'run20261128zn3vtdlwbcp'].map((id, index) => ({
    ...run,
    id,
    nth: index + 1,
  }));
  const schedule = [ScheduleElement.parse({ call: refund(1), kind: 'lose' })];
  const reason = `refund succeeded twice for order_id "AB1": ${runs.map(({ id }) => id).join(', ')}`;
  return {
    violation: { invariant: { once: { task: 'refund' } }, text: 'once refund per order_id', reason },
    ...{ schedule, also: [], repetitions: 5, reproduced: 5, number: 3 },
    trial: {
      ...{ schedule, calls, runs, asked: [], unmet: [], findings: [], output: '', end: 'success', exitCode: 0 },
    },
    ...change,
  };
}

test('a counterexample of few calls shows all of them, in 80 columns', () => {
  const lines = ladder(broken(2), []).split('\n');
  expect(lines.filter((line) => line.includes(' ms  ')).length).toBe(6);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test('of many calls those are shown that a fault met or that made a run, and the first and the last', () => {
  const text = ladder(broken(500), []);
  const lines = text.split('\n');
  expect(lines.length).toBeLessThan(60);
  expect(text).toMatch(
    /refund #1 .*no answer[^]*… 496 further calls\n.*refund #2 [^]*… 494 further calls\n.*runs\/get #996 /,
  );
  expect(text).toContain('→ run20261128zn3vtdlwbcp (Succeeded)');
});

test.each([
  [{}, 'Reproduced: 5 of 5.'],
  [{ reproduced: 4 }, 'Reproduced: 4 of 5.'],
  [{ reproduced: 2, repetitions: 2 }, 'Reproduced: 2 of 2, then it was stopped.'],
  [{ reproduced: 0, repetitions: 0 }, 'Reproduced: not repeated, since it was stopped; a smaller schedule may do.'],
])('a counterexample says how often it broke: %j', (change, line) => {
  expect(ladder(broken(1, change), [])).toContain(`\n${line}\n`);
});
