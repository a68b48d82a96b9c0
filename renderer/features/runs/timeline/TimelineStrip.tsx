import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { duration } from '../../../ui/text/time.tsx';
import { type Lane, LENGTH_OF_RUN } from './lane.ts';
import { type Chart, percent } from './LaneChart.tsx';
import { drawnBars } from './drawn.ts';
import { WHOLE, type ViewControl } from './use-view.ts';
import classes from './RunTimeline.module.css';

interface StripProps {
  readonly noun: 'run' | 'session';
  readonly lanes: readonly Lane[];
  readonly chart: Chart;
  readonly control: ViewControl;
  /** Time from the creation of the run to its end, or to now, in milliseconds. */
  readonly length: number;
}

/** Maximum number of lanes in the strip. */
const MOST_LANES = 6;
/** Step of an edge by the keyboard, as a share of the axis. */
const STEP = 0.02;

/** The whole run in a strip, with the visible part between two edges. */
export function TimelineStrip({ noun, lanes, chart, control, length }: StripProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = lanes.filter(({ segments }) => segments.length > 0).slice(0, MOST_LANES);
  return (
    <div className={classes['strip']}>
      <span className={classes['stripName']}>Whole {noun}</span>
      <div ref={box} className={classes['stripChart']} onDoubleClick={control.showAll}>
        {shown.map((lane, row) =>
          drawnBars(lane.segments, { ...chart, view: WHOLE, pixels: chart.pixels / 4 }).map((bar, index) => (
            <span
              key={`${row} ${index}`}
              className={classes['stripBar']}
              data-phase={bar.phase}
              style={{ left: percent(bar.left), width: percent(bar.width), top: 3 + row * 3 }}
            />
          )),
        )}
        <span
          className={classes['window']}
          style={{ left: percent(control.view.from), width: percent(control.view.to - control.view.from) }}
        />
        <Edge box={box} control={control} side="from" />
        <Edge box={box} control={control} side="to" />
      </div>
      <span className={classes['length']} title={LENGTH_OF_RUN}>
        {duration(length)}
      </span>
    </div>
  );
}

interface EdgeProps {
  readonly box: React.RefObject<HTMLDivElement | null>;
  readonly control: ViewControl;
  readonly side: 'from' | 'to';
}

/** An edge of the visible part, moved by pointer or arrow keys. */
function Edge({ box, control: { view, show }, side }: EdgeProps) {
  const set = (share: number): void => {
    if (side === 'from') show(Math.min(share, view.to - STEP / 20), view.to);
    else show(view.from, Math.max(share, view.from + STEP / 20));
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const at = box.current?.getBoundingClientRect();
    if (event.currentTarget.hasPointerCapture(event.pointerId) && at !== undefined)
      set((event.clientX - at.left) / at.width);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(view[side] + step);
  };
  return (
    <span
      className={classes['edge']}
      role="slider"
      tabIndex={0}
      aria-label={side === 'from' ? 'Beginning of the visible part' : 'End of the visible part'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(view[side] * 100)}
      aria-valuetext={`${Math.round(view[side] * 100)} % of the run`}
      style={{ left: percent(view[side]) }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
