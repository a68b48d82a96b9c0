import type { Fold } from '../../../ui/lists/time-scale.ts';
import type { StepKind } from '../../../../shared/model/behavior.ts';
import type { AnyStatus } from '../../../ui/text/status.ts';

/** State of a segment of a lane. `moment` is a point in time, such as a log line. */
export type Phase = 'queued' | 'executing' | 'waiting' | 'succeeded' | 'failed' | 'cancelled' | 'moment' | 'unreached';

/** A segment of a lane, in milliseconds since 1970; `to` is null while it lasts. */
export interface Segment {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number | null;
}

/** Effect of a client's request on the run. */
export type RequestKind = 'execute' | 'replayed' | 'refused' | 'lost' | 'poll' | 'other';

/** A request of a client, as a mark of the first lane. */
export interface RequestMark {
  readonly id: string;
  readonly at: number;
  readonly kind: RequestKind;
  /** Operation, such as `tasks/execute`. */
  readonly operation: string;
  readonly status: number;
  /** Time of the repeated request; null for none. */
  readonly repeats: number | null;
}

/** The mark at the end of a lane with a result. */
interface EndMark {
  readonly at: number;
  readonly kind: 'done' | 'failed';
}

/** Kind of a step, or of another lane. `code`: the part of a script or a command that failed. */
export type LaneKind = 'client' | 'run' | 'code' | StepKind;

/** A row of the timeline. */
export interface Lane {
  /** Unique in the timeline, and stable when the data changes. */
  readonly key: string;
  readonly kind: LaneKind;
  readonly depth: number;
  readonly name: string;
  /** Status of a run; null for any other lane. */
  readonly status: AnyStatus | null;
  /** The run that the lane belongs to; for a child, the child. */
  readonly runID: string;
  readonly promptID: string;
  /** The sleep of the lane; "" for none. */
  readonly sleepID: string;
  /** In order of `from`. */
  readonly segments: readonly Segment[];
  readonly requests: readonly RequestMark[];
  readonly end: EndMark | null;
  /** True when it is open, false when it is closed; null for a lane that cannot open. */
  readonly open: boolean | null;
  readonly failed: boolean;
  /** Text instead of a duration, such as `skipped`. */
  readonly note: string;
  /** Text within its bar, where there is room; "" for none. */
  readonly label: string;
}

/** A run as lanes on one axis, in milliseconds since 1970. */
export interface TimelineData {
  /** Creation time of the run: zero of the axis. */
  readonly zero: number;
  /** End of the run; null while it lasts. */
  readonly end: number | null;
  readonly from: number;
  /** End of the axis, which may be that of a later request; null while the run goes on. */
  readonly to: number | null;
  readonly lanes: readonly Lane[];
  readonly folds: readonly Fold[];
  /** Time of the failure, and the keys of the lanes from the run down to the failed one; null without a failure. */
  readonly failure: { readonly at: number; readonly lanes: readonly string[] } | null;
}

/** Says which time the length of a run is, for tooltips: the list of runs has the time from the start. */
export const LENGTH_OF_RUN = 'From creation to end, with the time in the queue';
