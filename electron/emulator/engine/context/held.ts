import type { EngineContext } from './engine-context.ts';
import type { PromptRecord, RequestRecord, RunRecord, SessionRecord } from './records.ts';
import type { State } from './state-port.ts';

/** An item that may be held. */
type HoldableItem = RunRecord | SessionRecord | PromptRecord | RequestRecord;

/**
 * True for an item that came from a file, an import or a bundle, and was not released (lab, "Held items"). It stays as it is
 * until a person changes it: its runs and blocks do not start or go on, no rule answers it, and it has no time on the clock.
 * Everything that goes on by itself asks here. A prompt is held with its run.
 */
export function isHeld(state: Pick<State, 'get'>, item: HoldableItem): boolean {
  const owner = 'submittedAt' in item ? state.get('run', item.runID) : item;
  return owner?.held === true;
}

/** Warns the caller who answered a held item that nothing goes on yet. */
export function warnIfHeld({ state }: EngineContext, item: HoldableItem, warn: (sentence: string) => void): void {
  if (!isHeld(state, item)) return;
  const noun = 'submittedAt' in item ? `run ${item.runID}` : `request ${item.id}`;
  warn(
    `The ${noun} is held, since it came from a file: the answer is stored, and nothing goes on until it is released.`,
  );
}
