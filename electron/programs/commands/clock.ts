import type { Busy, ClockView } from '../../../shared/contract/emulator/clock.ts';
import { UsageError } from '../flags/flag.ts';
import type { Output } from '../output/output.ts';
import type { Handler } from './command.ts';
import type { ADVANCE_FLAGS } from './flags.ts';
import { isTime, readSeconds } from './read-flag.ts';

/** Prints the clock and its next scheduled items. */
export const clock: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  showClock(await api.clock.read(), out);
};

/** Freezes the clock. */
export const clockFreeze: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  showClock(await api.clock.set({ body: { state: 'frozen' } }), out);
};

/** Resumes a frozen clock. */
export const clockRun: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  showClock(await api.clock.set({ body: { state: 'running' } }), out);
};

/** Advances the clock by a duration, to a time, or to its next item. */
export const clockAdvance: Handler<typeof ADVANCE_FLAGS> = async ({ operands: [text = ''], flags, out, hangar }) => {
  const distance = distanceOf(text);
  const { api } = await hangar();
  const patience = flags.patience === undefined ? {} : { waitSeconds: flags.patience };
  const result = await api.clock.advance({ body: { ...distance, ...patience } });
  out.table(result, {
    head: ['at', 'what', 'run'],
    rows: result.events.map(({ at, kind, runID }) => [at, kind, runID]),
    none: 'Nothing was due.',
    foot: `It is ${result.now}.${result.more ? ' More is due: advance again.' : ''}`,
  });
  if (result.blockedBy.length > 0) out.note(`The clock stopped there: ${busyText(result.blockedBy)}.`);
};

function distanceOf(text: string): { seconds: number } | { to: string } | { next: true } {
  if (text === 'next') return { next: true };
  if (isTime(text)) return { to: text };
  try {
    return { seconds: readSeconds(text) };
  } catch {
    throw new UsageError(
      `"${text}" must be a duration such as 90s, 10m, 2h or 3d, a time such as 2026-11-20T16:00:00Z, or next`,
    );
  }
}

function showClock(view: ClockView, out: Output): void {
  const speed = view.speed === 1 ? '' : ` at ${view.speed} times the speed`;
  const skips = view.autoSkip ? ', skips waits' : '';
  const state = `It is ${view.now}; the clock is ${view.state}${speed}${skips}.`;
  const busy = view.busy.length === 0 ? '' : ` Busy: ${busyText(view.busy)}.`;
  out.table(view, {
    head: ['at', 'what', 'run'],
    rows: view.upcoming.map(({ at, kind, runID }) => [at, kind, runID]),
    none: 'Nothing waits for the clock.',
    foot: state + busy,
  });
}

function busyText(busy: readonly Busy[]): string {
  return busy.map(({ kind, runID }) => `${kind}${runID === '' ? '' : ` of ${runID}`}`).join(', ');
}
