import { type Advanced, type AdvanceTarget, assertReachable, ClockMover } from './clock/clock-mover.ts';
import type { DueItem } from './clock/due-heap.ts';
import { SettledWatch } from './clock/activity.ts';
import type { EngineContext } from './context/engine-context.ts';
import { appendLog } from './runs/logs.ts';
import { isFinished } from './runs/run-machine.ts';
import type { z } from 'zod';
import type {
  ClockAdvanced,
  ClockChange,
  ClockItem,
  ClockRow,
  ClockView,
} from '../../../shared/contract/emulator/clock.ts';
import { formatTimestamp, type Micros } from '../../../shared/values/timestamp.ts';

const DEFAULT_WAIT_SECONDS = 10;

/** A change of the clock. */
export type ClockSettings = z.output<typeof ClockChange>;

/** Creates the operations on the context's clock, and its life cycle, which the engine directs. */
export function createClock(context: EngineContext) {
  const { time, activity } = context;
  const mover = createMover(context);
  /** `autoSkip` after a reset. */
  let preset = false;
  const read = (): ClockView => clockView(context, mover);
  /** Throws `ApiError('invalid_request')` for a time before the emulated one. */
  const set = async (settings: ClockSettings): Promise<ClockView> => {
    await setClock(context, mover, settings);
    return read();
  };
  const clock = {
    read,
    row: () => clockRow(context, mover),
    /** Work in progress, to which the server adds its requests. */
    activity,
    /** Calls listeners once all work waits. */
    settled: new SettledWatch(mover, activity),
    set,
    /** @param target `undefined`: the soonest upcoming item */
    advance: async (target: AdvanceTarget, waitSeconds: number) =>
      advancedView(await mover.advance(target, waitSeconds * 1000), time.now()),
    /** Applies the options of a start. An empty state may begin at any time. */
    start: async ({ now, autoSkip = false, ...settings }: ClockSettings) => {
      preset = autoSkip;
      const isFirst = now !== undefined && isEmpty(context);
      if (isFirst) assertReachable('now', now, 0);
      await set({ ...settings, autoSkip: preset || mover.autoSkip, now: isFirst ? undefined : now });
      if (isFirst) time.startAt(now);
    },
  };
  const life = {
    restore: () => restoreClock(context, mover),
    reset: () => {
      mover.autoSkip = preset;
      mover.restore([]);
      time.reset();
    },
    stop: () => {
      mover.autoSkip = false;
      time.close();
    },
    runEnded: (runID: string) => mover.forget(runID),
  };
  return { clock, life };
}

function restoreClock({ state, time }: EngineContext, mover: ClockMover): void {
  const unfinished = new Set(state.unfinishedRuns().map(({ id }) => id));
  mover.restore([...state.all('skip')].filter(({ runID }) => unfinished.has(runID)));
  const record = state.get('clock', 'clock');
  if (record !== undefined) time.restore(record, state.all('skip'));
  mover.autoSkip = record?.autoSkip ?? mover.autoSkip;
}

async function setClock(
  context: EngineContext,
  mover: ClockMover,
  { now, autoSkip, ...rest }: ClockSettings,
): Promise<void> {
  const { time } = context;
  await mover.exclusively(() => {
    if (now !== undefined) assertReachable('now', now, time.now());
    time.set({ state: rest.state ?? time.state, speed: rest.speed ?? time.speed });
  });
  if (autoSkip !== undefined && autoSkip !== mover.autoSkip) {
    mover.autoSkip = autoSkip;
    storeClock(context, mover.autoSkip);
  }
  if (now !== undefined) await advanceFully(mover, now);
}

function createMover(context: EngineContext): ClockMover {
  const { time, activity, turns } = context;
  const mover: ClockMover = new ClockMover({
    ...{ machine: context.clock, time, activity },
    isTurnIdle: () => turns.isIdle,
    onLimit: (runID) => {
      const run = context.state.get('run', runID);
      if (run === undefined || isFinished(run)) return;
      appendLog(context, run, 'warning', 'The clock has skipped 1,000 times for this run and skips no more for it.');
    },
  });
  time.subscribe(() => storeClock(context, mover.autoSkip));
  return mover;
}

/** Stores the clock, unless it shows the machine's time, and emits the change. */
function storeClock({ state, time, emit }: EngineContext, autoSkip: boolean): void {
  if (!time.isRealTime || autoSkip) state.put('clock', { id: 'clock', ...time.record(), autoSkip });
  else if (state.get('clock', 'clock') !== undefined) state.remove('clock', 'clock');
  emit({ type: 'clock' });
}

/** True for an empty state. */
function isEmpty({ state }: EngineContext): boolean {
  const [session] = state.sessions();
  return state.get('clock', 'clock') === undefined && state.runCount({}) === 0 && session === undefined;
}

/** Advances in as many steps as it takes, until the time is reached or work blocks it. */
async function advanceFully(mover: ClockMover, to: Micros): Promise<void> {
  let advanced: Advanced;
  do advanced = await mover.advance({ to }, DEFAULT_WAIT_SECONDS * 1000);
  while (advanced.more);
}

/** Maximum number of items in `upcoming`. */
const UPCOMING = 20;

/** The clock in an event. */
function clockRow({ time }: EngineContext, { autoSkip }: ClockMover): ClockRow {
  const { state, speed, offset } = time;
  const offsetSeconds = Math.round(offset / 1000) / 1000;
  return { now: formatTimestamp(time.now()), state, speed, offsetSeconds, autoSkip };
}

/** The clock with its upcoming items and the work in progress. */
function clockView(context: EngineContext, mover: ClockMover): ClockView {
  const upcoming = context.time.upcoming(UPCOMING).map(({ at, entry }) => itemView({ at, ...entry.item }));
  return { ...clockRow(context, mover), upcoming, busy: context.activity.busy() };
}

/** The result of an advance. @param now emulated time after it */
function advancedView({ events, more, blockedBy }: Advanced, now: Micros): ClockAdvanced {
  return { now: formatTimestamp(now), events: events.map(itemView), more, blockedBy: [...blockedBy] };
}

function itemView({ at, kind, runID, taskSlug }: DueItem & { readonly at: Micros }): ClockItem {
  return { at: formatTimestamp(at), kind, runID, ...(taskSlug === undefined ? {} : { taskSlug }) };
}
