import type { CheckpointDiff, CheckpointRow, Restored } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';

/** Definitions and complete state under names. */
export interface Checkpoints {
  /** The current definitions and complete state, captured at the call. */
  readonly content: () => EmulatorContent;
  /** By name. */
  readonly list: () => CheckpointRow[];
  /** Throws 404, as do all operations with a name. */
  readonly get: (name: string) => CheckpointRow;
  /** Throws 409 when the name is taken, unless `replace` is set. */
  readonly save: (checkpoint: { readonly name: string; readonly replace?: boolean }) => Promise<CheckpointRow>;
  readonly remove: (name: string) => Promise<void>;
  /** Ends all runs and restores the checkpoint; durable when it resolves. Throws 409 for a damaged one. */
  readonly restore: (name: string) => Promise<Restored>;
  /** @param to name of another checkpoint, or `now` */
  readonly diff: (name: string, to: string) => Promise<CheckpointDiff>;
}
