import type { Run } from '../../../shared/model/run.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import type { RunRecord } from './records.ts';
import { runView } from './views.ts';
import type { EngineContext } from './engine-context.ts';

const CACHE_SIZE = 1000;

/** Caches the views of finished runs, which never change. Views are frozen, so that their JSON text can be cached by object. */
export class RunViewCache {
  readonly #context: EngineContext;
  /** In order of creation, which is the order of eviction. */
  readonly #views = new Map<RunRecord, Run>();

  constructor(context: EngineContext) {
    this.#context = context;
  }

  get(run: RunRecord): Run {
    if (!TERMINAL_RUN_STATUSES.has(run.status)) return runView(this.#context, run);
    const known = this.#views.get(run);
    if (known !== undefined) return known;
    const view = Object.freeze(runView(this.#context, run));
    this.#views.set(run, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= CACHE_SIZE) break;
      this.#views.delete(oldest);
    }
    return view;
  }
}
