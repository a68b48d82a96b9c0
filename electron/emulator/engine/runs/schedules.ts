import { nextTime } from '../../../../shared/values/cron.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { epochMilliseconds, MICROS_PER_MILLISECOND } from '../../../../shared/values/timestamp.ts';
import type { EnginePorts } from '../context/ports.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { executeTask } from './execute.ts';
import type { Runner } from './runner.ts';
import type { Caller } from '../../../../shared/model/access.ts';

/** A schedule of a task whose next time is on the clock. */
interface PlannedSchedule {
  /** Changes with the cron expression. */
  readonly cron: string;
  readonly cancel: () => void;
}

/** Dependencies of the schedules of tasks. */
interface ScheduleParts {
  readonly context: EngineContext;
  readonly runner: Runner;
  /** The user who executes them. */
  readonly caller: Caller;
}

/** Executes tasks by their schedules on the emulated clock. A time that has passed while Hangar was off is not caught up on. */
export class Schedules {
  readonly #parts: ScheduleParts;
  readonly #ports: Pick<EnginePorts, 'runsSchedules' | 'warn'>;
  readonly #planned = new Map<string, PlannedSchedule>();

  constructor(parts: ScheduleParts, ports: Pick<EnginePorts, 'runsSchedules' | 'warn'>) {
    this.#parts = parts;
    this.#ports = ports;
  }

  /** Plans the next time of every schedule, after a start, a reset, or a change of definitions. */
  refresh(): void {
    if (this.#ports.runsSchedules !== true) return;
    const current = new Set<string>();
    for (const { id, schedules = {} } of this.#parts.context.definitions().tasks.all)
      for (const [slug, { cron }] of Object.entries(schedules)) {
        const name = `${id} ${slug}`;
        current.add(name);
        if (this.#planned.get(name)?.cron === cron) continue;
        this.#planned.get(name)?.cancel();
        this.#plan(name, { taskID: id, slug, cron });
      }
    for (const [name, { cancel }] of this.#planned) {
      if (current.has(name)) continue;
      cancel();
      this.#planned.delete(name);
    }
  }

  /** Plans nothing any more; the clock may have dropped what was planned. */
  clear(): void {
    for (const { cancel } of this.#planned.values()) cancel();
    this.#planned.clear();
  }

  #plan(name: string, schedule: { readonly taskID: string; readonly slug: string; readonly cron: string }): void {
    const { time, definitions } = this.#parts.context;
    const next = nextTime(schedule.cron, epochMilliseconds(time.now()));
    const task = definitions().tasks.byId(schedule.taskID);
    if (next === undefined || task === undefined) return;
    const item = { kind: 'schedule', runID: '', taskSlug: task.slug } as const;
    const fire = (): void => {
      this.#planned.delete(name);
      this.#execute(schedule);
      this.#plan(name, schedule);
    };
    this.#planned.set(name, { cron: schedule.cron, cancel: time.callAt(next * MICROS_PER_MILLISECOND, item, fire) });
  }

  #execute({ taskID, slug }: { readonly taskID: string; readonly slug: string }): void {
    const { context, runner, caller } = this.#parts;
    const { tasks, defaultEnvironment: environment } = context.definitions();
    const task = tasks.byId(taskID);
    const schedule = task?.schedules?.[slug];
    if (task === undefined || schedule === undefined) return;
    try {
      const request = { task, environment, paramValues: schedule.paramValues, resources: {}, allowCachedMaxAge: 0 };
      const origin = { kind: 'schedule', trafficID: '', webhook: '' } as const;
      executeTask(context, runner, request, { caller, origin, warn: () => undefined });
    } catch (error) {
      this.#ports.warn?.(`The schedule "${slug}" of the task "${task.slug}" could not execute it: ${messageOf(error)}`);
    }
  }
}
