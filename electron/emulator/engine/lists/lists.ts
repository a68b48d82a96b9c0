import type { V0 } from '../../../../shared/contract/v0/index.ts';
import type { Received } from '../../../../shared/http/endpoint.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Run } from '../../../../shared/model/run.ts';
import type { Session } from '../../../../shared/model/session.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import { maySee } from '../access/access.ts';
import { mayUseEnvironment } from '../context/scope.ts';
import type { Page } from '../context/call.ts';
import type { RunListQuery } from '../runs/run-operations.ts';
import { runView, sessionView } from '../context/views.ts';
import { notFound, type EngineContext } from '../context/engine-context.ts';

/** Collects one page of the items that `take` accepts, and stops reading at the first one after it (decision `limit-and-page`). */
function page<T, R>(
  items: Iterable<T>,
  { limit, page: index }: { limit: number; page: number },
  take: (item: T) => R | undefined,
): Page<R> {
  const found: R[] = [];
  if (limit === 0) return { items: found, hasMore: false };
  let toSkip = index * limit;
  for (const item of items) {
    const taken = take(item);
    if (taken === undefined) continue;
    if (toSkip > 0) {
      toSkip--;
      continue;
    }
    if (found.length === limit) return { items: found, hasMore: true };
    found.push(taken);
  }
  return { items: found, hasMore: false };
}

/** True strictly between two times (decision `time-filters`). */
function isBetween(at: Micros, after: Micros | undefined, before: Micros | undefined): boolean {
  return (after === undefined || at > after) && (before === undefined || at < before);
}

/** Lists runs that the caller may see, newest first (decision `list-order`). */
export function listRuns(context: EngineContext, query: RunListQuery, caller: Caller): Page<Run> {
  const tasks = taskFilter(context, query);
  const [onlyTask] = tasks?.size === 1 ? tasks : [];
  const runs = context.state.runs(onlyTask === undefined ? {} : { taskID: onlyTask });
  const { items, hasMore } = page(runs, query, (run) => {
    if (tasks?.has(run.taskID) === false) return undefined;
    if (!isBetween(run.updatedAt, query.since, query.until)) return undefined;
    if (!mayUseEnvironment(caller, run.environmentID)) return undefined;
    return !run.isPrivate || maySee(context.definitions(), caller, run) ? run : undefined;
  });
  return { items: items.map((run) => runView(context, run)), hasMore };
}

/** The IDs of the tasks to filter by; `undefined` for all. Throws 404 for a task that is not defined and has no runs. */
function taskFilter(context: EngineContext, { taskID, taskSlug }: RunListQuery): ReadonlySet<string> | undefined {
  const bySlug = taskSlug === undefined ? undefined : tasksWithSlug(context, taskSlug);
  if (taskID === undefined) return bySlug;
  const isKnown = context.definitions().tasks.byId(taskID) !== undefined || context.state.runCount({ taskID }) > 0;
  if (!isKnown) notFound('task', taskID);
  // ID and slug of different tasks match no run.
  return new Set(bySlug === undefined || bySlug.has(taskID) ? [taskID] : []);
}

/** The task with a slug, or else the deleted ones whose newest run has it. Throws 404 when there are none. */
function tasksWithSlug({ definitions, state }: EngineContext, slug: string): ReadonlySet<string> {
  const { tasks } = definitions();
  const task = tasks.bySlug(slug);
  if (task !== undefined) return new Set([task.id]);
  const deleted = new Set<string>();
  const seen = new Set(['']);
  for (const { taskID, taskSlug } of state.runs({})) {
    if (seen.has(taskID)) continue;
    seen.add(taskID);
    if (tasks.byId(taskID) === undefined && taskSlug === slug) deleted.add(taskID);
  }
  return deleted.size === 0 ? notFound('task', slug) : deleted;
}

/** Filters of `/v0/sessions/list`. */
export type SessionListQuery = Received<V0['sessions']['list']>['query'];

/** Lists sessions that the caller may see, newest first (decision `list-order`). */
export function listSessions(context: EngineContext, query: SessionListQuery, caller: Caller): Page<Session> {
  const definitions = context.definitions();
  const { runbookID } = query;
  if (runbookID !== undefined && definitions.runbooks.byId(runbookID) === undefined && !hasSessions(context, runbookID))
    notFound('runbook', runbookID);
  const { items, hasMore } = page(context.state.sessions(), query, (session) => {
    if (runbookID !== undefined && session.runbookID !== runbookID) return undefined;
    if (!isBetween(session.updatedAt, query.updatedAfter, query.updatedBefore)) return undefined;
    return maySee(definitions, caller, session) ? session : undefined;
  });
  return { items: items.map((session) => sessionView(context, session)), hasMore };
}

function hasSessions(context: EngineContext, runbookID: string): boolean {
  for (const session of context.state.sessions()) if (session.runbookID === runbookID) return true;
  return false;
}
