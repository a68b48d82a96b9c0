import type { RunDetail, SessionBlock } from '../../../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../../../shared/model/run.ts';
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
  label: '',
} as const;

/** The part of a run that makes its lanes; a session is one with blocks. */
export interface TimelineRun extends Pick<
  RunDetail,
  'row' | 'behavior' | 'steps' | 'children' | 'prompts' | 'sleeps' | 'jumps' | 'timeline'
> {
  readonly blocks?: readonly TimelineBlock[];
}

/** A block of a session. */
export interface TimelineBlock extends Pick<SessionBlock, 'slug' | 'kind'> {
  /** The name with its number. */
  readonly name: string;
  /** State of a block without a run; '' for one with a run. */
  readonly state: 'skipped' | 'unreached' | 'pending' | '';
  /** Its run; undefined without one. */
  readonly detail: RunDetail | undefined;
  /** The prompt that it asks; undefined for none. */
  readonly prompt: RunDetail['prompts'][number]['prompt'] | undefined;
}

/** A run below that of the page, with the beginning of its log. */
export interface Branch extends RunDetail {
  readonly lines?: readonly LogEntry[];
}

/** Lanes of a run, its steps and its children, and the failure. */
export interface RunLanes {
  readonly lanes: Lane[];
  readonly failure: TimelineData['failure'];
}

/** A run whose lanes are to be made, and its children. */
export interface LanesBelowInput {
  readonly detail: TimelineRun;
  /** Depth of the lanes. */
  readonly depth: number;
  /** The log of the run, ascending. */
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
