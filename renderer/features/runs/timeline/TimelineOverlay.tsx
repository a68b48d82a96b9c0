import { projected, type View } from './drawn.ts';
import type { TimelineData } from './lane.ts';
import { type Chart, percent } from './LaneChart.tsx';
import { visibleTicks } from './TimelineAxis.tsx';
import classes from './RunTimeline.module.css';

interface OverlayProps {
  readonly data: TimelineData;
  readonly chart: Chart;
  /** The part being chosen, in shares of the chart. */
  readonly chosen: View | undefined;
}

/** Height of a lane in pixels, as in the style sheet. */
const LANE = 24;

/** Lines through all lanes: labels of the axis, skipped time, the failure, and the current time. */
export function TimelineOverlay({ data, chart, chosen }: OverlayProps) {
  const { scale, view, now } = chart;
  const place = (instant: number): number => projected(scale, view, instant);
  const present = place(now);
  return (
    <div className={classes['overlay']} aria-hidden>
      {visibleTicks(data, chart).map(({ left, text }) => (
        <span key={text} className={classes['gridline']} style={{ left: percent(left) }} />
      ))}
      {data.folds.map(({ from, to }) => {
        const [left, right] = [Math.max(0, place(from)), Math.min(1, place(to))];
        if (right <= left) return null;
        return (
          <span key={from} className={classes['fold']} style={{ left: percent(left), width: percent(right - left) }} />
        );
      })}
      <FailureLine data={data} place={place} />
      {data.to === null && present <= 1 && <span className={classes['now']} style={{ left: percent(present) }} />}
      {chosen !== undefined && (
        <span
          className={classes['chosen']}
          style={{ left: percent(chosen.from), width: percent(chosen.to - chosen.from) }}
        />
      )}
    </div>
  );
}

/** A dashed line from the failed lane up to the run. */
function FailureLine({ data: { failure, lanes }, place }: { data: TimelineData; place: (instant: number) => number }) {
  if (failure === null || failure.lanes.length < 2) return null;
  const left = place(failure.at);
  const top = lanes.findIndex(({ key }) => key === failure.lanes[0]);
  const bottom = lanes.findIndex(({ key }) => key === failure.lanes.at(-1));
  if (left < 0 || left > 1.001 || bottom <= top) return null;
  const style = { left: percent(left), top: (top + 0.5) * LANE, height: (bottom - top) * LANE };
  return <span className={classes['failure']} style={style} />;
}
