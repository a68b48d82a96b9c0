import type { CheckpointDiff, CheckpointRow } from '../../../../shared/contract/emulator/checkpoints.ts';
import type { Json } from '../../../../shared/values/json.ts';

/** Definitions and complete state at one moment, in the form of an export. */
export interface EmulatorContent {
  /** The workspace as its author wrote it. */
  readonly workspace: Json;
  /** Records of the state; those of finished runs are read lazily. */
  readonly state: Iterable<Json>;
}

/** Definitions and complete state under names. */
export interface Checkpoints {
  /** The present definitions and complete state, captured at the call. */
  readonly content: () => EmulatorContent;
  /** By name. */
  readonly list: () => CheckpointRow[];
  /** Throws 404, as all that take a name. */
  readonly get: (name: string) => CheckpointRow;
  /** Throws 409 when the name is taken and not to be replaced. */
  readonly save: (checkpoint: { readonly name: string; readonly replace?: boolean }) => Promise<CheckpointRow>;
  readonly remove: (name: string) => Promise<void>;
  /** Ends what runs and returns to the checkpoint; durable when it resolves. Throws 409 for a damaged one. */
  readonly restore: (name: string) => Promise<void>;
  /** @param to name of another checkpoint, or `now` */
  readonly diff: (name: string, to: string) => Promise<CheckpointDiff>;
}
