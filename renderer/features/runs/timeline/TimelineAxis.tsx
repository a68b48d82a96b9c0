import type { RefObject } from 'react';
import { duration } from '../../../ui/text/time.tsx';
import { projected } from './drawn.ts';
import type { TimelineData } from './lane.ts';
import { type Chart, percent } from './LaneChart.tsx';
import { ticksOf } from '../../../ui/lists/time-scale.ts';
import classes from './RunTimeline.module.css';

interface AxisProps {
  readonly data: TimelineData;
  readonly chart: Chart;
  readonly box: RefObject<HTMLDivElement | null>;
}

/** Pixels per label. */
const LABEL = 56;
/** Share of the axis at its beginning in which labels are not centered. */
const EDGE = 0.03;
/** Pixels from the middle of a fold's label to the nearest label of the axis. */
const BESIDE_FOLD = 68;

const LEGEND = [
  ['queued', 'queued'],
  ['executing', 'runs'],
  ['waiting', 'waits'],
] as const;

/** The legend, and the axis with its labels. */
export function TimelineAxis({ data, chart, box }: AxisProps) {
  const { scale, view } = chart;
  const ticks = visibleTicks(data, chart);
  return (
    <div className={classes['axis']} role="presentation">
      <span className={classes['legend']} aria-hidden>
        {LEGEND.map(([phase, text]) => (
          <span key={phase}>
            <i className={classes['key']} data-phase={phase} />
            {text}
          </span>
        ))}
      </span>
      <div ref={box} className={classes['ticks']} aria-hidden>
        {ticks.map(({ left, text }) => (
          <span key={text} className={classes['tick']} data-edge={left < EDGE} style={{ left: percent(left) }}>
            {text}
          </span>
        ))}
        {data.folds.map((fold) => {
          const left = projected(scale, view, (fold.from + fold.to) / 2);
          if (left < 0 || left > 1) return null;
          return (
            <span key={fold.from} className={classes['skipped']} style={{ left: percent(left) }}>
              {duration(fold.to - fold.from)} skipped
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** The visible labels, except those hidden by a fold's label. */
export function visibleTicks({ zero, folds }: TimelineData, { scale, view, pixels }: Chart) {
  const shown = { from: scale.instant(view.from), to: scale.instant(view.to) };
  const middles = folds.map((fold) => projected(scale, view, (fold.from + fold.to) / 2));
  const near = BESIDE_FOLD / pixels;
  return ticksOf(scale, zero, shown, Math.max(2, pixels / LABEL))
    .map(({ position, text }) => ({ left: (position - view.from) / (view.to - view.from), text }))
    .filter(({ left }) => left >= 0 && left <= 1 && middles.every((middle) => Math.abs(left - middle) > near));
}
