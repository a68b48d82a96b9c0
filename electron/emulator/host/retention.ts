import type { MachineClock, EngineEvent } from '../engine/context/ports.ts';
import type { State } from '../engine/context/state-port.ts';
import type { EventBus } from './event-bus.ts';
import { TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';

/** Minimum delay between finished runs and the next retention pass. */
const PAUSE_MILLISECONDS = 1000;

/** Dependencies of retention. */
interface RetentionPorts {
  readonly clock: MachineClock;
  readonly state: State;
  /** Reads the setting `retainRuns`. */
  readonly retainRuns: () => number;
  readonly events: EventBus<EngineEvent>;
}

/**
 * Keeps the number of finished runs within `retainRuns`: at once when the setting changes, and shortly after runs finish.
 * `State.retain` selects the runs to drop. Returns a function that stops it.
 */
export function keepRetention({ clock, state, retainRuns, events }: RetentionPorts): () => Promise<void> {
  let calledOff: (() => void) | undefined;
  const retain = (): void => {
    calledOff?.();
    calledOff = undefined;
    const isMore = state.retain(retainRuns());
    if (isMore) calledOff = clock.after(0, retain);
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.type === 'definitions') retain();
    else if (event.type === 'run' && TERMINAL_RUN_STATUSES.has(event.entity.status)) {
      calledOff ??= clock.after(PAUSE_MILLISECONDS, retain);
    }
  });
  retain();
  return () => {
    unsubscribe();
    calledOff?.();
    return Promise.resolve();
  };
}
