import { ArrowRightIcon, EyeIcon, PlayIcon, Repeat2Icon, UnplugIcon, XIcon, type LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { numberText, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import { StatusShape } from '../../../ui/icons/StatusShape.tsx';
import { duration } from '../../../ui/text/time.tsx';
import { drawnBars, drawnMarks, projected, type DrawnMark, type View } from './drawn.ts';
import type { Lane, Phase, RequestKind, RequestMark } from './lane.ts';
import type { Scale } from '../../../ui/lists/time-scale.ts';
import classes from './LaneChart.module.css';

/** Common properties of the charts of all lanes. */
export interface Chart {
  readonly scale: Scale;
  readonly view: View;
  readonly now: number;
  readonly pixels: number;
}

const PHASES: Readonly<Record<Phase, string>> = {
  ...{ queued: 'queued', executing: 'executed', waiting: 'waited', succeeded: 'executed', failed: 'failed' },
  ...{ cancelled: 'cancelled', moment: 'done', unreached: 'not reached' },
};
/** Maximum number of bars with names in a lane. */
const NAMED = 40;

/** Bars and marks of a lane. */
export const LaneChart = memo(function LaneChart({
  lane,
  chart,
  focusable,
}: {
  lane: Lane;
  chart: Chart;
  focusable: boolean;
}) {
  const { scale, view, now } = chart;
  const bars = drawnBars(lane.segments, chart);
  const end = lane.end === null ? undefined : projected(scale, view, lane.end.at);
  return (
    <>
      {bars.map((bar, index) => {
        const length = (bar.first.to ?? now) - bar.first.from;
        const text =
          bar.count > 1
            ? `${numberText(bar.count)} × ${PHASES[bar.phase]}`
            : `${PHASES[bar.phase]} ${duration(length)}`;
        const name = bars.length <= NAMED ? { role: 'img', 'aria-label': text } : {};
        return (
          <span
            key={index}
            className={classes['bar']}
            data-phase={bar.phase}
            data-lane={lane.kind}
            data-part={partOf(index, bars.length)}
            data-live={bar.first.to === null}
            style={{ left: percent(bar.left), width: percent(bar.width) }}
            title={text}
            {...name}
          />
        );
      })}
      <Label lane={lane} bar={bars[0]} pixels={chart.pixels} />
      {lane.segments.length === 0 && lane.requests.length === 0 && (
        <span className={classes['unreached']} aria-hidden />
      )}
      {lane.requests.length > 0 &&
        drawnMarks(lane.requests, chart).map((drawn) => (
          <Square key={drawn.marks[0]?.id} drawn={drawn} focusable={focusable} />
        ))}
      {end !== undefined && end >= 0 && end <= 1.001 && lane.end !== null && (
        <span
          className={classes['end']}
          role="img"
          aria-label={lane.end.kind === 'failed' ? 'failed' : lane.kind === 'prompt' ? 'answered' : 'succeeded'}
          style={{ left: percent(end) }}
        >
          <StatusShape shape={lane.end.kind === 'failed' ? 'bad' : 'ok'} size={14} />
        </span>
      )}
    </>
  );
});

/** Minimum width of a bar with a label, in pixels. */
const LABELLED = 80;

interface LabelProps {
  readonly lane: Lane;
  /** Its first bar. */
  readonly bar: ReturnType<typeof drawnBars>[number] | undefined;
  readonly pixels: number;
}

/** The text of a lane within its bar. */
function Label({ lane: { label }, bar, pixels }: LabelProps) {
  if (label === '' || bar === undefined || bar.width * pixels < LABELLED || bar.left < 0) return null;
  return (
    <span className={classes['label']} style={{ left: percent(bar.left), maxWidth: percent(bar.width) }} aria-hidden>
      <span>{stripBidiControls(label)}</span>
    </span>
  );
}

const ICONS: Readonly<Record<RequestKind, LucideIcon>> = {
  execute: PlayIcon,
  replayed: Repeat2Icon,
  refused: XIcon,
  lost: UnplugIcon,
  poll: EyeIcon,
  other: ArrowRightIcon,
};

/** Suffixes of names by kind of request. */
const EFFECTS: Readonly<Partial<Record<RequestKind, string>>> = {
  replayed: ', the answer was repeated',
  refused: ', refused',
  lost: ', the answer was lost',
};

function Square({ drawn: { left, marks, tie }, focusable }: { drawn: DrawnMark; focusable: boolean }) {
  const [first] = marks;
  if (first === undefined) return null;
  const name = nameOf(marks, first);
  const Icon = ICONS[first.kind];
  return (
    <>
      {tie !== null && (
        <span className={classes['tie']} style={{ left: percent(tie), width: percent(Math.max(left - tie, 0)) }} />
      )}
      <Link
        href={`/traffic/${first.id}`}
        className={classes['square'] ?? ''}
        data-kind={first.kind}
        style={{ left: percent(left) }}
        tabIndex={focusable ? 0 : -1}
        aria-label={name}
        title={name}
      >
        {marks.length > 1 ? <span aria-hidden>{numberText(marks.length)}</span> : <Icon size={12} />}
      </Link>
    </>
  );
}

function nameOf(marks: readonly RequestMark[], { operation, status, kind }: RequestMark): string {
  if (marks.length > 1) return `${operation}, ${numberText(marks.length)} requests`;
  return `${operation}${status === 0 ? '' : ` ${status}`}${EFFECTS[kind] ?? ''}`;
}

function partOf(index: number, count: number): string {
  if (count === 1) return 'only';
  return index === 0 ? 'first' : index === count - 1 ? 'last' : 'middle';
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
