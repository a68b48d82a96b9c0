import type { AnsweredCall, ScheduleView } from '../../../../shared/contract/emulator/schedule.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import { trafficID, type LoggedExchange } from './logged-exchange.ts';
import type { TrafficLog } from './traffic-log.ts';
import { compareArrival } from './traffic-selection.ts';
import type { TestView } from '../../../../shared/contract/emulator/tests.ts';

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

/** Maximum number of items of each list: the latest. */
const MAX_ITEMS = 1000;

/** Sources of what happened in an emulator. */
interface TestSources {
  readonly engine: Engine;
  readonly lab: Lab;
  readonly traffic: TrafficLog;
}

/** Functions that read the emulator of a test. */
interface TestReaders {
  /** The view of it. @param began when the test began, on the clock that never goes back */
  readonly testView: (began: number) => TestView;
  readonly testCounts: () => { readonly calls: number; readonly findings: number };
}

/** Creates the readers of the emulator of a test. */
export function testReaders(sources: TestSources): TestReaders {
  const { lab, traffic } = sources;
  return {
    testView: (began) => testView(sources, began),
    testCounts: () => ({ calls: traffic.length + traffic.dropped, findings: lab.findings.list().length }),
  };
}

function testView({ engine, lab, traffic }: TestSources, began: number): TestView {
  const requests = traffic.newest(MAX_ITEMS).sort(compareArrival);
  const runs = engine.runs.oldestFirst().slice(-MAX_ITEMS);
  return {
    requests: requests.map((logged) => ({ row: traffic.row(logged), startedAt: logged.startedAt - began })),
    runs: runs.map((run) => engine.runs.row(run)),
    prompts: runs.flatMap(({ id }) => engine.prompts.rowsOf(id)).slice(-MAX_ITEMS),
    findings: lab.findings.list().slice(0, MAX_ITEMS),
    clock: engine.clock.read(),
  };
}
