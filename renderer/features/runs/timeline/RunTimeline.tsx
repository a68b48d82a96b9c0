import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useEachSecond, clockTime, duration } from '../../../ui/text/time.tsx';
import { projected } from './drawn.ts';
import { nextIndex, rowsOfPage } from '../../../ui/focus/list-focus.ts';
import type { Lane, Phase, TimelineData } from './lane.ts';
import { type Chart, LaneChart, percent } from './LaneChart.tsx';
import { LaneRow } from './LaneRow.tsx';
import { scaleOf } from '../../../ui/lists/time-scale.ts';
import { TimelineAxis } from './TimelineAxis.tsx';
import { TimelineOverlay } from './TimelineOverlay.tsx';
import { TimelineStrip } from './TimelineStrip.tsx';
import { latestInstant, ROOM } from './timeline-data.ts';
import { useBrush, useView, WHOLE } from './use-view.ts';
import classes from './RunTimeline.module.css';

/** Height of a lane in pixels, as in the style sheet. */
const LANE_HEIGHT = 24;

interface RunTimelineProps {
  readonly noun?: 'run' | 'session';
  readonly data: TimelineData;
  /** Key of the selected lane; "" for the whole run. */
  readonly selected: string;
  readonly onSelect: (key: string) => void;
  readonly onToggle: (runID: string, open: boolean) => void;
}

/** A run on one time axis: the client's requests, the run, its steps and its children, one lane each. */
export function RunTimeline({ noun = 'run', data, selected, onSelect, onToggle }: RunTimelineProps) {
  const { lanes } = data;
  const chartBox = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const control = useView();
  const { view } = control;
  const { chart, length } = useChart(data, control.view, useWidth(chartBox));
  const brush = useBrush(chartBox, (part) => {
    const width = view.to - view.from;
    control.show(view.from + part.from * width, view.from + part.to * width);
  });
  // New lanes of a live run scroll, so that the panel below does not move.
  const [liveHeight] = useState(() => (data.end === null ? heightOf(lanes.length) : undefined));
  const virtualizer = useLaneVirtualizer(lanes.length, scroller);
  const reveal = (index: number) => virtualizer.scrollToIndex(index);
  const rows = useLaneKeys({ lanes, selected, onSelect, onToggle, reveal });
  const zoomKeys = (event: KeyboardEvent): void => {
    const act = { '+': () => control.zoom(0.5), '-': () => control.zoom(2), '0': control.showAll }[event.key];
    if (act !== undefined) act();
    else rows.press(event);
  };
  const laneRow = (index: number, start: number) => {
    const lane = lanes[index];
    if (lane === undefined) return null;
    return (
      <LaneRow
        key={lane.key}
        {...{ lane, index, chart, start }}
        isSelected={lane.key === selected}
        isCurrent={index === rows.current}
        onSelect={() => !brush.wasDrag() && rows.choose(index)}
        onToggle={(open) => onToggle(lane.runID, open)}
      />
    );
  };
  return (
    <section className={classes['timeline']} aria-label="Timeline">
      <TimelineStrip noun={noun} lanes={lanes} chart={chart} control={control} length={length} />
      <div
        ref={scroller}
        className={classes['scroller']}
        style={{ height: liveHeight }}
        role="treegrid"
        aria-label="Lanes"
        aria-rowcount={lanes.length}
        onKeyDown={zoomKeys}
        onDoubleClick={control.showAll}
        {...brush.handlers}
      >
        <TimelineAxis data={data} chart={chart} box={chartBox} />
        <div role="presentation" className={classes['lanes']} style={{ height: virtualizer.getTotalSize() }}>
          <TimelineOverlay data={data} chart={chart} chosen={brush.chosen} />
          {virtualizer.getVirtualItems().map(({ index, start }) => laneRow(index, start))}
        </div>
      </div>
    </section>
  );
}

/** The state of a run, by the last segment of its bar. */
const DOES: Partial<Record<Phase, string>> = { queued: 'queued', waiting: 'waiting', executing: 'active' };

/** The bar of a run alone, with the time since which it does what it does. */
export function RunSoFar({ data }: { data: TimelineData }) {
  const box = useRef<HTMLDivElement>(null);
  const { chart, length } = useChart(data, WHOLE, useWidth(box));
  const lane = data.lanes.find(({ kind }) => kind === 'run');
  const last = lane?.segments.at(-1);
  if (lane === undefined || last === undefined) return null;
  const does = data.end === null ? DOES[last.phase] : undefined;
  const [title, since] = does === undefined ? ['From creation to end', data.zero] : ['So far', last.from];
  return (
    <section className={`${classes['timeline']} ${classes['soFar']}`} aria-label={title}>
      <h2>{title}</h2>
      <div ref={box} className={classes['bars']}>
        <LaneChart lane={lane} chart={chart} focusable={false} />
        {does !== undefined && (
          <span className={classes['now']} style={{ left: percent(projected(chart.scale, WHOLE, chart.now)) }} />
        )}
      </div>
      <p className="row">
        <span className="grow">
          {does ?? 'created'} {does === undefined ? 'at' : 'since'}{' '}
          {clockTime(new Date(since).toISOString()).slice(0, 8)}
        </span>
        {duration(length)}
      </p>
    </section>
  );
}

function useLaneVirtualizer(count: number, scroller: RefObject<HTMLElement | null>) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LANE_HEIGHT,
    overscan: 6,
    initialRect: { width: 600, height: 260 },
  });
}

/** Height of the axis in pixels, as in the style sheet. */
const AXIS_HEIGHT = 24;
/** Minimum number of lanes with room in a live run. */
const MIN_LIVE_LANES = 6;

/** Height for the lanes of a live run, with room for one more. */
function heightOf(lanes: number): number {
  return AXIS_HEIGHT + Math.max(lanes + 1, MIN_LIVE_LANES) * LANE_HEIGHT;
}

/** The current scale of the chart, and the length of the run in milliseconds. */
function useChart(data: TimelineData, view: Chart['view'], pixels: number): { chart: Chart; length: number } {
  // The clock of this window may be behind.
  const latest = useMemo(() => latestInstant(data), [data]);
  const second = useEachSecond((time) => (data.to === null ? time : 0));
  const now = Math.max(second, latest);
  const to = data.to ?? liveEnd(data, now);
  const scale = useMemo(() => scaleOf(data.from, to, data.folds), [data, to]);
  const chart = useMemo(() => ({ scale, view, now, pixels }), [scale, view, now, pixels]);
  return { chart, length: (data.end ?? now) - data.zero };
}

interface LaneKeys {
  readonly lanes: readonly Lane[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
  readonly onToggle: (runID: string, open: boolean) => void;
  readonly reveal: (index: number) => void;
}

/** Selection of lanes by pointer and keyboard: arrows, Home, End, Page Up and Page Down move, Enter selects, Escape selects the whole run. */
function useLaneKeys({ lanes, selected, onSelect, onToggle, reveal }: LaneKeys) {
  const [focused, setFocused] = useState('');
  const known = lanes.findIndex(({ key }) => key === (focused === '' ? selected : focused));
  const current = known === -1 ? 0 : known;
  const choose = (index: number): void => {
    const lane = lanes[index];
    if (lane === undefined) return;
    setFocused(lane.key);
    onSelect(lane.key === selected ? '' : lane.key);
  };
  const move = (index: number, box: Element): void => {
    setFocused(lanes[index]?.key ?? '');
    reveal(index);
    requestAnimationFrame(() => box.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus());
  };
  const press = (event: KeyboardEvent): void => {
    const lane = lanes[current];
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row' || lane === undefined) return;
    const box = event.currentTarget;
    // Letters are commands of the page.
    const isLetter = event.key.length === 1;
    const page = rowsOfPage(box, LANE_HEIGHT);
    const next = isLetter ? undefined : nextIndex(event, current, { count: lanes.length, page });
    const acts: Readonly<Record<string, () => void>> = {
      ArrowRight: () => lane.open === false && onToggle(lane.runID, true),
      ArrowLeft: () => lane.open === true && onToggle(lane.runID, false),
      Enter: () => choose(current),
      ' ': () => choose(current),
      Escape: () => onSelect(''),
    };
    const act = next === undefined ? acts[event.key] : () => move(next, box);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return { current, choose, press };
}

const FIRST = 1000;
const GROWTH = 1.5;

/** The end of the axis of a live run. It moves rarely, so that bars stay in place in between. */
function liveEnd({ from, folds }: Pick<TimelineData, 'from' | 'folds'>, now: number): number {
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const passed = Math.max(now - from - folded, 0);
  let length = FIRST;
  while (length < passed * ROOM) length *= GROWTH;
  return from + folded + length;
}

/** Initial width before it is measured, in pixels. */
const USUAL = 600;

/** The width of an element, in whole pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(current.clientWidth) || USUAL));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
