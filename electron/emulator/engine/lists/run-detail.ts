import type { RunDetail, RunRow, TimelineSpan } from '../../../../shared/contract/emulator/rows.ts';
import { isPending } from '../../../../shared/model/status.ts';
import { formatTimestamp, type Micros } from '../../../../shared/values/timestamp.ts';
import { shownDisplays } from '../runs/displays.ts';
import { requireRun, type EngineContext } from '../context/engine-context.ts';
import type { RunRecord } from '../context/records.ts';
import { endOf, isFinished } from '../runs/run-machine.ts';
import { runRow } from './rows.ts';
import { promptRow } from './prompt-rows.ts';
import { sleepView } from '../runs/sleeps.ts';
import { stepsOf } from '../runs/run-steps.ts';
import { momentView, outputView, shownRun, runView } from '../context/views.ts';
import type { Run } from '../../../../shared/model/run.ts';
import { trim } from '../../../../shared/values/trim.ts';

/** A run with its timeline, children, prompts and output. @param only the one phase in its timeline; all phases when absent */
export function runDetail(context: EngineContext, id: string, only?: 'waiting'): RunDetail {
  const run = requireRun(context, id);
  const spansOf = only === undefined ? timelineOf : waitsOf;
  const timeline = spansOf(context, run);
  const children: RunRow[] = [];
  for (const childID of run.childRunIDs) {
    const child = context.state.get('run', childID);
    if (child === undefined) continue;
    children.push(runRow(context, child));
    for (const span of spansOf(context, child)) timeline.push(span);
  }
  const row = runRow(context, run);
  return {
    row,
    run: shownRun(context, run),
    output: outputView(context, run),
    timeline,
    ...stepsOf(context, run),
    jumps: jumpsDuring(context, run),
    children,
    prompts: context.state.promptsOf(id).map((prompt) => promptRow(context, prompt)),
    sleeps: run.sleeps.map((sleep) => ({ ...sleepView(sleep), endedAt: momentView(sleep.endedAt ?? endOf(run)) })),
    displays: shownDisplays(context, id),
    logLines: context.state.logCount(id),
    reason: row.reason,
    held: row.held,
  };
}

/** The time spans of a run: queued, active, and waiting while a prompt was pending or code slept. */
function timelineOf(context: EngineContext, run: RunRecord): TimelineSpan[] {
  const end = endOf(run);
  const queued = spanOf(run, 'queued', { from: run.createdAt, to: run.activeAt ?? end });
  if (run.activeAt === null) return [queued];
  return [queued, spanOf(run, 'active', { from: run.activeAt, to: end }), ...waitsOf(context, run)];
}

function waitsOf(context: EngineContext, run: RunRecord): TimelineSpan[] {
  const end = endOf(run);
  const prompts = context.state.promptsOf(run.id).map((prompt) => ({
    from: prompt.createdAt,
    to: isPending(prompt) ? end : (prompt.submittedAt ?? prompt.cancelledAt),
  }));
  const sleeps = run.sleeps.map(({ createdAt, endedAt }) => ({ from: createdAt, to: endedAt ?? end }));
  return [...prompts, ...sleeps].map((times) => spanOf(run, 'waiting', times));
}

function spanOf(
  { id, name }: RunRecord,
  phase: TimelineSpan['phase'],
  { from, to }: { from: Micros; to: Micros | null },
): TimelineSpan {
  return { runID: id, name, phase, from: formatTimestamp(from), to: momentView(to) };
}

/** Jumps of the clock while the run lasted. */
function jumpsDuring({ time }: EngineContext, run: RunRecord): RunDetail['jumps'] {
  const jumps = time.jumpsBetween(run.createdAt, endOf(run) ?? time.now());
  return jumps.map(({ from, to }) => ({ from: formatTimestamp(from), to: formatTimestamp(to) }));
}

const CACHE_SIZE = 1000;

/**
 * Returns a function that views runs. Caches the views of finished runs, which never change, and freezes them, so that their
 * JSON text can be cached by object.
 */
export function cachedRunView(context: EngineContext): (run: RunRecord) => Run {
  /** In order of creation, which is the order of eviction. */
  const views = new Map<RunRecord, Run>();
  return (run) => {
    if (!isFinished(run)) return runView(context, run);
    const known = views.get(run);
    if (known !== undefined) return known;
    const view = Object.freeze(runView(context, run));
    views.set(run, view);
    trim(views, CACHE_SIZE);
    return view;
  };
}
