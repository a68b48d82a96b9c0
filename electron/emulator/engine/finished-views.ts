import type { Run } from '../../../shared/model/run.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import type { RunRecord } from './records.ts';
import { runView } from './views.ts';
import type { World } from './world.ts';

const KEPT = 1000;

/**
 * Views of runs. That of a finished run is made once and frozen, since such a run never changes: whoever writes it may
 * keep the text that he made of it.
 */
export class FinishedViews {
  readonly #world: World;
  /** In the order of their making. */
  readonly #views = new Map<RunRecord, Run>();

  constructor(world: World) {
    this.#world = world;
  }

  of(run: RunRecord): Run {
    if (!TERMINAL_RUN_STATUSES.has(run.status)) return runView(this.#world, run);
    const known = this.#views.get(run);
    if (known !== undefined) return known;
    const view = Object.freeze(runView(this.#world, run));
    this.#views.set(run, view);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= KEPT) break;
      this.#views.delete(oldest);
    }
    return view;
  }
}
