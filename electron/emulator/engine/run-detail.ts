import type { RunDetail, RunRow, TimelineSpan } from '../../../shared/contract/emulator/rows.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';
import { formatTimestamp, type Micros } from '../../../shared/values/timestamp.ts';
import { shownDisplays } from './displays.ts';
import type { InSlices } from './engine.ts';
import { requireRun, type EngineContext } from './engine-context.ts';
import type { RunRecord } from './records.ts';
import { endOf } from './run-machine.ts';
import { runRow } from './rows.ts';
import { promptRow } from './prompt-rows.ts';
import { sleepView } from './sleeps.ts';
import { stepsOf } from './run-steps.ts';
import { momentView, outputView, runView } from './views.ts';

/** A run with its timeline, children, prompts and output. */
export function* runDetail(context: EngineContext, id: string): InSlices<RunDetail> {
  const run = requireRun(context, id);
  const timeline = timelineOf(context, run);
  const children: RunRow[] = [];
  for (const childID of run.childRunIDs) {
    yield;
    const child = context.state.get('run', childID);
    if (child === undefined) continue;
    children.push(runRow(context, child));
    for (const span of timelineOf(context, child)) timeline.push(span);
  }
  return {
    row: runRow(context, run),
    run: runView(context, run),
    output: outputView(context, run),
    timeline,
    ...stepsOf(context, run),
    jumps: jumpsDuring(context, run),
    children,
    prompts: context.state.promptsOf(id).map((prompt) => promptRow(context, prompt)),
    sleeps: run.sleeps.map((sleep) => ({ ...sleepView(sleep), endedAt: momentView(sleep.endedAt ?? endOf(run)) })),
    displays: shownDisplays(context, id),
    logLines: context.state.logCount(id),
  };
}

/** The time spans of a run: queued, active, and waiting while a prompt was pending. */
function timelineOf(context: EngineContext, run: RunRecord): TimelineSpan[] {
  const end = endOf(run);
  const span = (phase: TimelineSpan['phase'], from: Micros, to: Micros | null): TimelineSpan => ({
    runID: run.id,
    name: run.name,
    phase,
    from: formatTimestamp(from),
    to: momentView(to),
  });
  const queued = span('queued', run.createdAt, run.activeAt ?? end);
  if (run.activeAt === null) return [queued];
  const waits = context.state
    .promptsOf(run.id)
    .map((prompt) =>
      span('waiting', prompt.createdAt, isPending(prompt) ? end : (prompt.submittedAt ?? prompt.cancelledAt)),
    );
  const sleeps = run.sleeps.map(({ createdAt, endedAt }) => span('waiting', createdAt, endedAt ?? end));
  return [queued, span('active', run.activeAt, end), ...waits, ...sleeps];
}

/** Jumps of the clock while the run lasted. */
function jumpsDuring({ time }: EngineContext, run: RunRecord): RunDetail['jumps'] {
  const jumps = time.jumpsBetween(run.createdAt, endOf(run) ?? time.instant());
  return jumps.map(({ from, to }) => ({ from: formatTimestamp(from), to: formatTimestamp(to) }));
}
