import type { Run } from '../../../../shared/model/run.ts';
import { trim } from '../../../../shared/values/trim.ts';
import type { RunRecord } from '../context/records.ts';
import { isFinished } from './run-machine.ts';
import { runView } from '../context/views.ts';
import type { EngineContext } from '../context/engine-context.ts';

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
