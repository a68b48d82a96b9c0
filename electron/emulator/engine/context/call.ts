import type { Caller } from '../../../../shared/model/access.ts';
import type { Origin } from '../../../../shared/contract/emulator/rows.ts';

/** The caller and origin of one call of the engine, and a callback for its warnings. */
export interface Call {
  readonly caller: Caller;
  readonly origin: Origin;
  /** Adds a sentence to `X-Hangar-Warning` and the traffic log. */
  readonly warn: (sentence: string) => void;
  /** Slug of the calling automatic answer; absent for other callers. */
  readonly rule?: string;
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** True when there are items after it. */
  readonly hasMore: boolean;
}
