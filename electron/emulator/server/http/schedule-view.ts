import type { AnsweredCall, ScheduleView } from '../../../../shared/contract/emulator/schedule.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import { trafficID, type LoggedExchange } from './logged-exchange.ts';
import type { TrafficLog } from './traffic-log.ts';
import { compareArrival } from './traffic-selection.ts';

/** Sources of what became of a schedule. */
interface ViewSources {
  readonly engine: Engine;
  readonly lab: Pick<Lab, 'schedule'>;
  readonly traffic: TrafficLog;
}

/** The applied schedule, and what became of it: the calls since then, the questions, and all runs. */
export function scheduleView({ engine, lab: { schedule }, traffic }: ViewSources): ScheduleView {
  const calls = traffic
    .logged()
    .filter(({ numbered }) => numbered !== undefined)
    .sort(compareArrival);
  const began = calls[0]?.startedAt ?? 0;
  return {
    schedule: schedule.current === null ? null : [...schedule.current],
    unmet: schedule.unmet,
    calls: calls.flatMap((logged) => answeredCall(logged, began, traffic)),
    asked: askedOf(engine, schedule.since),
    runs: observedRuns(engine, schedule.since, calls[0]?.at ?? schedule.since),
  };
}

function answeredCall(logged: LoggedExchange, began: number, traffic: TrafficLog): AnsweredCall[] {
  const { numbered, startedAt, milliseconds, status, fault, runID, idempotencyKey = '' } = logged;
  if (numbered === undefined) return [];
  const start = startedAt - began;
  return [
    {
      call: numbered,
      requestID: trafficID(logged),
      startedAt: start,
      endedAt: start + milliseconds,
      status,
      fault: fault?.kind ?? '',
      executed: fault === undefined ? status > 0 && status < 400 : (fault.instead ?? 500) < 400,
      runID,
      key: traffic.mask(idempotencyKey),
    },
  ];
}

/** All runs; those since the schedule was applied have a number among those of the same task. */
function observedRuns(engine: Engine, since: Micros, began: Micros): ScheduleView['runs'] {
  const timeOf = (at: Micros | null): number | null => (at === null ? null : (at - began) / 1000);
  const counts = new Map<string | null, number>();
  return engine.runs.oldestFirst().map(({ id, taskID, taskSlug, status, paramValues, createdAt, ...run }) => {
    const task = taskID === '' ? null : taskSlug;
    const nth = createdAt <= since ? null : (counts.get(task) ?? 0) + 1;
    if (nth !== null) counts.set(task, nth);
    const [startedAt, endedAt] = [timeOf(run.activeAt), timeOf(run.succeededAt ?? run.failedAt ?? run.cancelledAt)];
    return { id, task, nth, status, params: { ...paramValues }, startedAt, endedAt };
  });
}

/** The prompts and requests for approval, each numbered among those of the same task. */
function askedOf(engine: Engine, since: Micros): ScheduleView['asked'] {
  const counts = new Map<string, number>();
  return engine.waiting.asked(since).map(({ kind, id, task }) => {
    const key = JSON.stringify([kind, task]);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return { kind, task, nth, id };
  });
}
