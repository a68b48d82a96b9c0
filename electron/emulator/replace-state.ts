import type { Engine } from './engine/engine.ts';
import type { EntityKind } from './engine/records.ts';
import type { ResumeCause } from './engine/resume.ts';
import type { EngineEvent } from './engine/ports.ts';
import type { Lab } from './lab/lab.ts';
import type { ParsedRecord } from './store/state/export.ts';
import type { StateStore } from './store/state/state.ts';

/** Parts whose state is replaced. */
export interface ReplacedParts {
  readonly engine: Engine;
  readonly lab: Lab;
  readonly state: StateStore;
  readonly events: { readonly emit: (event: EngineEvent) => void };
}

/** Kinds of replacement: the cause of failures, and the kinds of entities to merge instead of replacing. */
const WAYS = {
  import: { cause: 'restart', merged: ['secret', 'upload'] },
  restore: { cause: 'restore', merged: ['secret'] },
} as const satisfies Record<string, { readonly cause: ResumeCause; readonly merged: readonly EntityKind[] }>;

/** Ends all runs, replaces the state by checked records, and resumes their unfinished runs. Durable when it resolves. */
export async function replaceState(
  { engine, lab, state, events }: ReplacedParts,
  records: readonly ParsedRecord[],
  way: keyof typeof WAYS,
): Promise<void> {
  const { cause, merged } = WAYS[way];
  await engine.reset();
  await state.load(records, merged);
  lab.load();
  engine.resume(cause);
  lab.resume();
  events.emit({ type: 'reset' });
  await state.flushed();
}
