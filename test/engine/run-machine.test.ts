import { describe, expect, it } from 'vitest';
import { RUN_MACHINE, transition, type RunEvent } from '../../electron/emulator/engine/runs/run-machine.ts';
import { runRecord } from '../../electron/emulator/engine/runs/run-record.ts';
import type { RunRecord } from '../../electron/emulator/engine/context/records.ts';
import { RUN_STATUSES, type RunStatus } from '../../shared/model/status.ts';

const EVENTS: RunEvent[] = ['queue', 'start', 'succeed', 'fail', 'cancel'];

/** The next status by status and event; missing ones are illegal. Source: decision `run-cancelled`. */
const LEGAL: Partial<Record<RunStatus, Partial<Record<RunEvent, RunStatus>>>> = {
  NotStarted: { queue: 'Queued', cancel: 'Cancelled' },
  Queued: { start: 'Active', fail: 'Failed', cancel: 'Cancelled' },
  Active: { succeed: 'Succeeded', fail: 'Failed', cancel: 'Cancelled' },
};

const origin = { kind: 'api', trafficID: '', webhook: '' } as const;
const runIn = (status: RunStatus): RunRecord =>
  runRecord({
    ...{ id: 'run1', taskID: 'tsk1', taskSlug: 'task', name: 'Task', blueprintID: 'b1', environmentID: 'env1' },
    ...{ origin, status, createdAt: 1, createdBy: 'usr1', updatedAt: 1, notBefore: 0, timeout: 60 },
  });

describe('the run machine', () => {
  for (const status of RUN_STATUSES) {
    for (const event of EVENTS) {
      const to = LEGAL[status]?.[event];
      it(`${to === undefined ? 'refuses' : 'allows'} "${event}" in ${status}${to === undefined ? '' : `, leading to ${to}`}`, () => {
        expect(transition(runIn(status), event, 7)?.run.status).toBe(to);
      });
    }
  }

  it('sets the timestamp of each status, and no other field', () => {
    const active = transition(runIn('Queued'), 'start', 7)?.run;
    expect(active).toEqual({ ...runIn('Queued'), status: 'Active', updatedAt: 7, activeAt: 7 });
    const stamps = { succeed: 'succeededAt', fail: 'failedAt', cancel: 'cancelledAt' } as const;
    for (const [event, field] of Object.entries(stamps)) {
      const ended = transition(runIn('Active'), event as keyof typeof stamps, 9)?.run;
      expect(ended).toEqual({ ...runIn('Active'), status: ended?.status, updatedAt: 9, [field]: 9 });
    }
  });

  it('does not change its argument', () => {
    const run = Object.freeze(runIn('Active'));
    transition(run, 'succeed', 9);
    expect(run).toEqual(runIn('Active'));
  });

  it('notifies waiters on every transition to a terminal status', () => {
    const ends = Object.values(RUN_MACHINE).flatMap((events) =>
      Object.values(events).filter(({ to }) => LEGAL[to] === undefined),
    );
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.filter(({ effects }) => !effects.includes('settle'))).toEqual([]);
  });
});
