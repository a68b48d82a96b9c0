import type { ClockItem, ClockRow } from '../../../shared/contract/emulator/clock.ts';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import { counted, listed, numberText } from '../../ui/text/shown-text.tsx';

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A duration in at most two units: `3 d`, `2 h 30 min`, `12 s`. Less than a second is `0 s`. */
export function lengthOfTime(seconds: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const at = UNITS.findIndex(([size]) => whole >= size);
  if (at < 0) return '0 s';
  const [size, unit] = UNITS[at] ?? [1, 's'];
  const [nextSize, nextUnit] = UNITS[at + 1] ?? [1, 's'];
  const rest = size === 1 ? 0 : Math.floor((whole % size) / nextSize);
  return `${Math.floor(whole / size)} ${unit}${rest === 0 ? '' : ` ${rest} ${nextUnit}`}`;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** The local time of day: `14:32:16`. */
export function timeOfDay(milliseconds: number): string {
  return timeFormat.format(milliseconds);
}

/** The local date: `Sun, 22 Nov 2026`. */
export function dateOf(milliseconds: number): string {
  return dateFormat.format(milliseconds);
}

/**
 * The distance from the machine's time: `3 d ahead`, `2 h behind`; '' when there is none. Rounded first to the unit below the one
 * shown, since real time passes while the clock moves: after an advance of ten hours it is slightly less ahead.
 */
export function distanceText(emulated: number, machine: number): string {
  const seconds = Math.round((emulated - machine) / 1000);
  if (seconds === 0) return '';
  const rounded = UNITS.map(([size], i) => [size, nearest(Math.abs(seconds), UNITS[i + 1]?.[0] ?? 1)] as const);
  const [, length] = rounded.find(([size, length]) => length >= size) ?? [1, 1];
  const [largest = ''] = /^\d+ \w+/.exec(lengthOfTime(length)) ?? [];
  return `${largest} ${seconds > 0 ? 'ahead' : 'behind'}`;
}

function nearest(seconds: number, step: number): number {
  return Math.round(seconds / step) * step;
}

/** The text of the status bar: `14:32:16`, `22 Nov 14:32:16 · 3 d ahead`, `14:32:16 · frozen`, `14:32:16 · ×60`. */
export function chipText(row: ClockRow, emulated: number, machine: number): string {
  if (isRealTime(row)) return timeOfDay(emulated);
  const isOtherDay = dateOf(emulated) !== dateOf(machine);
  return [
    `${isOtherDay ? `${dayFormat.format(emulated)} ` : ''}${timeOfDay(emulated)}`,
    distanceText(emulated, machine),
    row.state === 'frozen' && 'frozen',
    row.state === 'running' && row.speed !== 1 && `×${row.speed}`,
    row.autoSkip && 'skips waits',
  ]
    .filter((part) => part !== '' && part !== false)
    .join(' · ');
}

/** Phrases for the kinds of upcoming items, after the name of the run. */
export const KIND_PHRASES: Readonly<Record<ClockItem['kind'], string>> = {
  wait: 'ends its wait',
  queue: 'leaves the queue',
  timeout: 'times out',
  answer: 'is answered by a rule',
  schedule: 'runs by its schedule',
};

/** Phrases for past items, by kind. */
const DONE_PHRASES: Readonly<Record<ClockItem['kind'], (count: number) => string>> = {
  wait: (count) => `${counted(count, 'wait')} ended`,
  queue: (count) => `${counted(count, 'queued run')} started`,
  timeout: (count) => `${counted(count, 'timeout')} reached`,
  answer: (count) => `${counted(count, 'prompt')} answered by rules`,
  schedule: (count) => `${counted(count, 'schedule')} came`,
};

/** Result of an advance in a sentence: `3 waits ended, 1 timeout reached and 2 runs finished (1 failed).` */
export function advanceText(
  events: readonly Pick<ClockItem, 'kind'>[],
  finished: readonly Pick<RunRow, 'status'>[],
): string {
  const counts = Object.entries(DONE_PHRASES).flatMap(([kind, phrase]) => {
    const count = events.filter((event) => event.kind === kind).length;
    return count === 0 ? [] : [phrase(count)];
  });
  if (finished.length > 0) {
    const others = (['Failed', 'Cancelled'] as const).flatMap((status) => {
      const count = finished.filter((run) => run.status === status).length;
      return count === 0 ? [] : [`${numberText(count)} ${status.toLowerCase()}`];
    });
    counts.push(`${counted(finished.length, 'run')} finished${others.length === 0 ? '' : ` (${others.join(', ')})`}`);
  }
  return counts.length === 0 ? 'Nothing was due.' : `${listed(counts)}.`;
}
