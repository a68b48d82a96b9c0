import { EmulatedNow, RelativeTime } from '../../ui/RelativeTime.tsx';
import { Timeline, type TimelineRow } from '../../ui/Timeline.tsx';
import { type Examples, LONG_WORD } from './example.ts';

const START = Date.UTC(2026, 0, 2, 3, 4, 5);
const isoAt = (milliseconds: number) => new Date(START + milliseconds).toISOString();
const segment = (phase: TimelineRow['segments'][number]['phase'], from: number, to: number) => ({
  phase,
  from: START + from,
  to: START + to,
});
const ROWS: readonly TimelineRow[] = [
  { key: 'a', name: 'Check stock', href: '/runs/a', segments: [segment('queued', 0, 400), segment('ok', 400, 1900)] },
  { key: 'b', name: 'Ask the manager', segments: [segment('waiting', 1900, 5200), segment('active', 5200, 5900)] },
  { key: 'c', name: 'Charge', segments: [segment('queued', 5900, 6000), segment('bad', 6000, 6400)] },
  { key: 'd', name: 'Ship', segments: [segment('off', 6400, 6500)] },
];

/** Times and durations. */
export const examples: Examples = {
  RelativeTime: {
    default: <RelativeTime at={isoAt(0)} />,
    'with a word': <RelativeTime at={isoAt(0)} suffix="ago" />,
  },
  EmulatedNow: Object.fromEntries(
    [500, 12_000, 90_000, 7_200_000, 864_000_000].map((passed) => [
      `after ${passed} ms`,
      <EmulatedNow key={passed} value={() => START + passed}>
        <RelativeTime at={isoAt(0)} suffix="ago" />
      </EmulatedNow>,
    ]),
  ),
  Timeline: {
    default: <Timeline label="Blocks" rows={ROWS} />,
    empty: <Timeline label="No blocks" rows={[]} />,
    'long text': (
      <Timeline label="Long names" rows={ROWS.map((row) => ({ ...row, name: `${row.name} ${LONG_WORD}` }))} />
    ),
    'many items': (
      <Timeline
        label="Many blocks"
        rows={Array.from({ length: 40 }, (_, index) => ({
          key: String(index),
          name: `Block ${index + 1}`,
          segments: [segment('ok', index * 100, index * 100 + 90)],
        }))}
      />
    ),
  },
};
