import type { ClockAdvanced, ClockItem, ClockRow, ClockView } from '../../../shared/contract/emulator/clock.ts';
import { formatTimestamp, type Micros } from '../../../shared/values/timestamp.ts';
import type { ClockMover, Advanced } from './clock/clock-mover.ts';
import type { DueItem } from './clock/due-heap.ts';
import type { EngineContext } from './context/engine-context.ts';

/** Maximum number of items in `upcoming`. */
const UPCOMING = 20;

/** The clock in an event. */
export function clockRow({ time }: EngineContext, { autoSkip }: ClockMover): ClockRow {
  const { state, speed, offset } = time;
  const offsetSeconds = Math.round(offset / 1000) / 1000;
  return { now: formatTimestamp(time.now()), state, speed, offsetSeconds, autoSkip };
}

/** The clock with its upcoming items and the work in progress. */
export function clockView(context: EngineContext, mover: ClockMover): ClockView {
  const upcoming = context.time.upcoming(UPCOMING).map(({ at, entry }) => itemView({ at, ...entry.item }));
  return { ...clockRow(context, mover), upcoming, busy: context.activity.busy() };
}

/** The result of an advance. @param now emulated time after it */
export function advancedView({ events, more, blockedBy }: Advanced, now: Micros): ClockAdvanced {
  return { now: formatTimestamp(now), events: events.map(itemView), more, blockedBy: [...blockedBy] };
}

function itemView({ at, kind, runID }: DueItem & { readonly at: Micros }): ClockItem {
  return { at: formatTimestamp(at), kind, runID };
}
