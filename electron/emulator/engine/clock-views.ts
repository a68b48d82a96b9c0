import type { ClockAdvanced, ClockItem, ClockView } from '../../../shared/contract/emulator/clock.ts';
import { formatTimestamp, type Micros } from '../../../shared/values/timestamp.ts';
import type { ClockMover, Advanced } from './clock/clock-mover.ts';
import type { DueItem } from './clock/due-heap.ts';
import type { EngineContext } from './engine-context.ts';
import { UPCOMING, clockRow } from './clock-operations.ts';

export function clockView(context: EngineContext, mover: ClockMover): ClockView {
  const upcoming = context.time.upcoming(UPCOMING).map(({ at, entry }) => itemView({ at, ...entry.item }));
  return { ...clockRow(context, mover), upcoming, busy: context.activity.busy() };
}

export function advancedView({ events, more, blockedBy }: Advanced, now: Micros): ClockAdvanced {
  return { now: formatTimestamp(now), events: events.map(itemView), more, blockedBy: [...blockedBy] };
}

function itemView({ at, kind, runID }: DueItem & { readonly at: Micros }): ClockItem {
  return { at: formatTimestamp(at), kind, runID };
}
