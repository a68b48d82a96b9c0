import type { LogEntry } from '../../../shared/model/log.ts';
import { LOG_LEVELS } from '../../../shared/model/log-level.ts';
import { JsonView } from '../../ui/JsonView.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { LogLine, LogViewer } from '../../ui/LogViewer.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Viewer } from '../../ui/Viewer.tsx';
import { VirtualLines } from '../../ui/VirtualLines.tsx';
import { type Examples, framed, LONG_TEXT, LONG_WORD } from './example.ts';

const lines = (count: number, text = 'Charged the card of run2026010200001abcd'): LogEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    insertID: String(index).padStart(8, '0'),
    level: LOG_LEVELS[index % LOG_LEVELS.length] ?? 'info',
    taskSlug: 'refund_order',
    text: `${text} ${index}`,
    timestamp: '2026-01-02T03:04:05.678Z',
  }));
const none = <EmptyState title="No log lines">Write one with log().</EmptyState>;
const log = (count: number, live: boolean, text?: string) =>
  framed(220, <LogViewer lines={lines(count, text)} live={live} empty={none} />);
const ORDER = { id: 'AB1042', amount: 240, paid: true, note: null, lines: [{ sku: 'K-1', count: 2 }, {}, []] };
const json = (value: unknown, label: string) => framed(220, <JsonView value={value} label={label} />);

/** Logs, JSON and long texts. */
export const examples: Examples = {
  JsonView: {
    default: json(ORDER, 'Order'),
    empty: json({}, 'Empty object'),
    'a single value': json('done', 'Value'),
    'long text': json({ [LONG_WORD]: LONG_TEXT }, 'Long text'),
    'many items': json(
      Array.from({ length: 5000 }, (_, index) => ({ index })),
      'Many items',
    ),
  },
  LogViewer: {
    default: log(6, false),
    live: log(6, true),
    empty: log(0, false),
    'long text': log(3, false, LONG_TEXT.repeat(30)),
    'many items': log(10_000, false),
  },
  LogLine: Object.fromEntries(
    lines(LOG_LEVELS.length).map((line) => [line.level, <LogLine key={line.level} line={line} />]),
  ),
  LinkedText: {
    default: <LinkedText text="ledger.ts:5:33 failed in run2026010200001abcd" source={() => '/tasks/tsk1/behavior'} />,
    'without a source': <LinkedText text="ledger.ts:5:33 failed" />,
  },
  LongText: {
    default: <LongText text="A short text" />,
    'long text': (
      <span style={{ overflowWrap: 'anywhere' }}>
        <LongText text={LONG_TEXT.repeat(6)} />
      </span>
    ),
  },
  Viewer: { default: framed(120, <Viewer tools="Tools" note="3 of 12 lines" actions="Actions" children="Lines" />) },
  VirtualLines: {
    default: framed(80, <VirtualLines label="Lines" count={3} keyOf={String} render={(index) => `line ${index}`} />),
    focus: framed(80, <VirtualLines label="Focused lines" count={3} keyOf={String} render={(at) => `line ${at}`} />),
    'many items': framed(
      120,
      <VirtualLines label="Many lines" count={100_000} keyOf={String} render={(index) => `${LONG_WORD} ${index}`} />,
    ),
  },
};
