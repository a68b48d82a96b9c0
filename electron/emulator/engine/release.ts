import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { isPending } from '../../../shared/model/status.ts';
import {
  putRequest,
  putRun,
  putSession,
  requireRequest,
  requireRun,
  requireSession,
  type EngineContext,
} from './context/engine-context.ts';
import { isHeld } from './context/held.ts';
import { appendLog } from './runs/logs.ts';
import type { RequestRecord, RunRecord, SessionRecord } from './context/records.ts';
import { resumeItems, type ResumeParts } from './resume.ts';
import { changedRun } from './runs/run-record.ts';

/** An item that has the mark itself, with the IDs of what it belongs to. */
type Marked = { readonly ids: readonly string[] } & (
  | { readonly kind: 'run'; readonly entity: RunRecord }
  | { readonly kind: 'session'; readonly entity: SessionRecord }
  | { readonly kind: 'request'; readonly entity: RequestRecord }
);

/** Operations that let held items go on (lab, "Held items"). All return what they released. */
export function createRelease(context: EngineContext, parts: ResumeParts) {
  const releaseFrom = (id: string): HeldCounts => release(context, parts, belongingTo(id, markedItems(context)));
  return {
    /**
     * Releases a run with its parent and child runs, its session and all runs of it, and their prompts, requests and due
     * answers: each of these waits for another. Throws 404.
     */
    run: (id: string) => releaseFrom(requireRun(context, id).id),
    session: (id: string) => releaseFrom(requireSession(context, id).id),
    request: (id: string) => releaseFrom(requireRequest(context, id).id),
    all: () => release(context, parts, markedItems(context)),
    /** Numbers of held items. */
    count: () => counts(context, markedItems(context)),
  };
}

/** Everything that is held, and answered requests, which tie the run of an approval to the one that asked. */
function markedItems({ state }: EngineContext): Marked[] {
  const runs = state.unfinishedRuns().filter((run) => isHeld(state, run));
  const sessions = [...state.sessions()].filter((session) => isHeld(state, session));
  const requests = [...state.all('request')].filter((one) => isHeld(state, one) || one.executedRunID !== '');
  return [
    ...runs.map((entity) => ({
      ...{ kind: 'run' as const, entity, ids: [entity.id, entity.parentID, entity.sessionID] },
    })),
    ...sessions.map((entity) => ({ kind: 'session' as const, entity, ids: [entity.id, entity.parentID] })),
    ...requests.map((entity) => ({
      ...{ kind: 'request' as const, entity, ids: [entity.id, entity.runID, entity.executedRunID] },
    })),
  ];
}

/** The items that are tied to an ID, directly or by others. */
function belongingTo(id: string, items: readonly Marked[]): Marked[] {
  const byID = new Map<string, Marked[]>();
  for (const item of items) {
    for (const each of item.ids.filter((other) => other !== '')) {
      const known = byID.get(each);
      // Added to, since a file may have a hundred thousand children of one run.
      if (known === undefined) byID.set(each, [item]);
      else known.push(item);
    }
  }
  const found = new Set<Marked>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const here = byID.get(next) ?? [];
    byID.delete(next);
    for (const item of here) {
      if (!found.has(item)) open.push(...item.ids);
      found.add(item);
    }
  }
  return items.filter((item) => found.has(item));
}

function release(context: EngineContext, parts: ResumeParts, items: readonly Marked[]): HeldCounts {
  const released = counts(context, items);
  const runs: RunRecord[] = [];
  const sessions: SessionRecord[] = [];
  for (const { kind, entity } of items) {
    if (kind === 'run') runs.push(putRun(context, changedRun(entity, { held: false })));
    else if (kind === 'session') sessions.push(putSession(context, { ...entity, held: undefined }));
    else if (isHeld(context.state, entity)) putRequest(context, { ...entity, held: undefined });
  }
  for (const run of runs) appendLog(context, run, 'debug', 'Released: it came from a file and was held.');
  resumeItems(context, parts, 'release', { runs, sessions });
  // Lets automatic answers consider them, and the window show them.
  for (const { id } of runs) for (const entity of context.state.promptsOf(id)) context.emit({ type: 'prompt', entity });
  return released;
}

function counts({ state }: EngineContext, items: readonly Marked[]): HeldCounts {
  const number = (kind: Marked['kind']): number =>
    items.filter((item) => item.kind === kind && isHeld(state, item.entity)).length;
  const prompts = items.flatMap(({ kind, entity: { id } }) => (kind === 'run' ? state.promptsOf(id) : []));
  return {
    ...{ runs: number('run'), sessions: number('session'), prompts: prompts.filter(isPending).length },
    requests: number('request'),
  };
}
