import type { Busy, ClockView } from '../../../shared/contract/emulator/clock.ts';
import { parseDuration } from '../../../shared/model/filter.ts';
import { definedFields } from '../../../shared/values/objects.ts';
import { parseRfc3339 } from '../../../shared/values/timestamp.ts';
import { field, parsed, seconds, UsageError, word } from '../flags/field.ts';
import type { Table } from '../output/output.ts';
import { callText, sharedAction, ToolError } from './action.ts';

type Distance = { readonly seconds: number } | { readonly to: string } | { readonly next: true };

const Distance = parsed((text): Distance => {
  if (text === 'next') return { next: true };
  if (parseRfc3339(text) !== undefined) return { to: text };
  const milliseconds = parseDuration(text) ?? (/^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) * 1000 : undefined);
  if (milliseconds !== undefined) return { seconds: milliseconds / 1000 };
  throw new UsageError('must be a duration such as 90s, 10m, 2h or 3d, a time such as 2026-11-20T16:00:00Z, or next');
});

const ADVANCE = callText('clock', { action: 'advance' });

function changing(summary: string, name: string, state: 'frozen' | 'running') {
  return sharedAction({
    summary,
    example: `hangar clock ${name}`,
    ask: ({ api }) => api.clock.set({ body: { state } }),
    tell: clockTable,
    report: (value) => ({ value, next: ADVANCE }),
  });
}

/** Actions on the clock. */
export const CLOCK = {
  clock: sharedAction({
    summary: 'Print the clock and its next scheduled items',
    example: 'hangar clock',
    ask: ({ api }) => api.clock.read(),
    tell: clockTable,
    report: (value) => ({ value, next: ADVANCE }),
  }),
  'clock advance': sharedAction({
    summary: 'Advance the clock; runs everything that becomes due, in order',
    example: 'hangar clock advance 1h',
    fields: {
      distance: field(Distance.optional(), {
        metavar: 'DURATION|TIME|next',
        help: 'How far to advance',
        place: 'word',
        only: 'command',
        isRequired: true,
      }),
      seconds: seconds('Distance to advance', { only: 'tool' }),
      to: word('TIME', 'A time such as 2026-11-20T16:00:00Z', { only: 'tool' }),
      waitSeconds: seconds('Seconds of the machine to wait for scripts, commands and requests', {
        flag: 'patience',
        defaultText: '10',
      }),
    },
    ask: ({ api }, { distance, waitSeconds, ...far }) =>
      api.clock.advance({ body: { ...(distance ?? distanceOf(far)), ...definedFields({ waitSeconds }) } }),
    tell: ({ now, events, more, blockedBy }, _, out) => {
      if (blockedBy.length > 0) out.note(`The clock stopped there: ${busyText(blockedBy)}.`);
      return {
        ...itemsTable(events),
        none: 'Nothing was due.',
        foot: `It is ${now}.${more ? ' More is due: advance again.' : ''}`,
      };
    },
    report: (value) => {
      const runID = value.events.find((event) => event.runID !== '')?.runID;
      const again = callText('clock', { action: value.more ? 'advance' : 'read' });
      return { value, next: runID === undefined ? again : callText('explain', { id: runID }) };
    },
  }),
  'clock freeze': changing('Freeze the clock', 'freeze', 'frozen'),
  'clock run': changing('Resume a frozen clock', 'run', 'running'),
} as const;

function distanceOf({ seconds: far, to }: { readonly seconds?: number | undefined; readonly to?: string | undefined }) {
  if (far !== undefined && to !== undefined)
    throw new ToolError('give seconds or to, not both', callText('clock', { action: 'read' }));
  if (far !== undefined) return { seconds: far };
  return to === undefined ? { next: true as const } : { to };
}

function clockTable({ now, state, speed, autoSkip, busy, upcoming }: ClockView): Table {
  const rate = speed === 1 ? '' : ` at ${speed} times the speed`;
  const skips = autoSkip ? ', skips waits' : '';
  const work = busy.length === 0 ? '' : ` Busy: ${busyText(busy)}.`;
  return {
    ...itemsTable(upcoming),
    none: 'Nothing waits for the clock.',
    foot: `It is ${now}; the clock is ${state}${rate}${skips}.${work}`,
  };
}

function itemsTable(items: ClockView['upcoming']) {
  return { head: ['at', 'what', 'run'], rows: items.map(({ at, kind, runID }) => [at, kind, runID]) };
}

function busyText(busy: readonly Busy[]): string {
  return busy.map(({ kind, runID }) => `${kind}${runID === '' ? '' : ` of ${runID}`}`).join(', ');
}
