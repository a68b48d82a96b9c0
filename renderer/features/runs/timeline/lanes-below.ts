import type { RunDetail } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/log.ts';
import type { Lane, TimelineData } from './lane.ts';
import type { Stretch } from './run-bar.ts';

/** A lane without segments and marks. */
export const LANE = {
  status: null,
  promptID: '',
  sleepID: '',
  segments: [],
  requests: [],
  end: null,
  open: null,
  failed: false,
  note: '',
} as const;

/** Lanes of a run, its steps and its children, and the failure. */
export interface RunLanes {
  readonly lanes: Lane[];
  readonly failure: TimelineData['failure'];
}

/** A run whose lanes are to be made, and its children. */
export interface LanesBelowInput {
  readonly detail: RunDetail;
  /** Depth of the lanes. */
  readonly depth: number;
  /** The log of the run, ascending; empty for a child. */
  readonly lines: readonly LogEntry[];
  /** The lanes of a child run by its ID; `undefined` when it was removed. */
  readonly lanesOfChild: (id: string) => RunLanes | undefined;
}

/** The lanes below a run's own. */
export interface LanesBelow {
  readonly lanes: Lane[];
  readonly waits: readonly Stretch[];
  readonly failedFrom: number | null;
  /** Keys of the failed lanes, from the outside to the inside. */
  readonly failing: readonly string[];
}
