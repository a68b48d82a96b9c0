import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { isHeld } from '../context/held.ts';
import type { RunRecord } from '../context/records.ts';
import { isFinished } from './run-machine.ts';

/** The wait of an unfinished run. */
export type RunWait =
  | { readonly on: 'held' | 'prompt' }
  | { readonly on: 'delay' | 'until'; readonly until: Micros }
  /** A slot of its task, or of the processes for scripts when it is Active. */
  | { readonly on: 'slot' }
  | { readonly on: 'child'; readonly child: RunRecord };

/** Maximum number of children among which the awaited one is looked for: the newest. */
const MAX_CHILDREN = 1000;

/** Finds the wait of an unfinished run; `undefined` for a finished one and one that works. Its time does not depend on the number of runs. */
export function waitOf(context: EngineContext, run: RunRecord): RunWait | undefined {
  if (isFinished(run)) return undefined;
  if (isHeld(context.state, run)) return { on: 'held' };
  if (run.status !== 'Active') return waitOfQueued(context, run);
  if (run.waiting) return { on: 'prompt' };
  const work = context.live.waitOf(run.id);
  if (work?.wakesAt !== undefined) return { on: 'until', until: work.wakesAt };
  if (work?.isIdle !== true) return undefined;
  const child = unfinishedChild(context, run);
  return child === undefined ? { on: 'slot' } : { on: 'child', child };
}

function waitOfQueued({ live, time }: EngineContext, run: RunRecord): RunWait {
  const until = run.status === 'NotStarted' ? live.queuedFrom(run) : run.notBefore;
  return until > 0 && until > time.now() ? { on: 'delay', until } : { on: 'slot' };
}

/** The unfinished run that a run waits for: its child, or a run of a session that it executed. */
function unfinishedChild({ state, live }: EngineContext, { id, childRunIDs }: RunRecord): RunRecord | undefined {
  const session = live.sessionOf(id);
  const inSession = session?.blocks.map(({ runID }) => runID).filter((runID) => runID !== '') ?? [];
  for (const childID of [...childRunIDs.slice(-MAX_CHILDREN), ...inSession].reverse()) {
    const child = state.get('run', childID);
    if (child !== undefined && !isFinished(child)) return child;
  }
  return undefined;
}
