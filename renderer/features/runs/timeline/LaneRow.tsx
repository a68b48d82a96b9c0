import { SkipForwardIcon } from 'lucide-react';
import { duration, rfc3339 } from '../../../ui/text/time.tsx';
import { type Lane, LENGTH_OF_RUN } from './lane.ts';
import { type Chart, LaneChart } from './LaneChart.tsx';
import { LaneName } from './LaneName.tsx';
import classes from './RunTimeline.module.css';
import { useAction } from '../../../core/data/action.ts';
import { useApi } from '../../../core/data/hangar.ts';

interface LaneRowProps {
  readonly lane: Lane;
  readonly index: number;
  readonly chart: Chart;
  /** Distance from the top, in pixels. */
  readonly start: number;
  readonly isSelected: boolean;
  /** True for the row that the Tab key reaches. */
  readonly isCurrent: boolean;
  readonly onSelect: () => void;
  readonly onToggle: (open: boolean) => void;
}

/** A lane: name, bars and duration. */
export function LaneRow({ lane, index, chart, start, isSelected, isCurrent, onSelect, onToggle }: LaneRowProps) {
  const skipped = lane.kind === 'wait' ? skippedOf(lane, chart.scale.folds) : 0;
  const opens = lane.open === null ? {} : { 'aria-expanded': lane.open };
  return (
    // The surrounding treegrid handles the keys.
    <div
      role="row"
      className={classes['lane']}
      style={{ transform: `translateY(${start}px)` }}
      aria-selected={isSelected}
      aria-level={lane.depth + 1}
      aria-rowindex={index + 1}
      {...opens}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onSelect}
    >
      <span role="gridcell" className={classes['nameCell']}>
        <LaneName lane={lane} onToggle={onToggle} />
      </span>
      <span role="gridcell" className={classes['chart']}>
        <LaneChart lane={lane} chart={chart} focusable={isCurrent} />
      </span>
      <span
        role="gridcell"
        className={classes['length']}
        data-skipped={skipped > 0}
        title={lane.kind === 'run' && lane.note === '' ? LENGTH_OF_RUN : skippedText(skipped)}
      >
        {isWaiting(lane) ? <SkipButton runID={lane.runID} sleepID={lane.sleepID} /> : lengthText(lane, chart.now)}
      </span>
    </div>
  );
}

/** Milliseconds of a lane that the clock skipped. */
function skippedOf({ segments }: Lane, folds: Chart['scale']['folds']): number {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const within = folds.filter(({ from, to }) => from >= first.from && to <= (last.to ?? Infinity));
  return within.reduce((sum, { from, to }) => sum + to - from, 0);
}

function skippedText(skipped: number): string | undefined {
  return skipped === 0 ? undefined : `The clock skipped ${duration(skipped)} of it`;
}

/** True for a current wait, which the clock can skip. */
function isWaiting({ kind, segments }: Lane): boolean {
  return kind === 'wait' && segments.at(-1)?.to === null;
}

function lengthText({ segments, note, requests }: Lane, now: number): string {
  const [first, last] = [segments[0], segments.at(-1)];
  if (requests.length > 0) return note;
  if (note !== '') return note;
  if (first === undefined || last === undefined) return '–';
  return duration((last.to ?? now) - first.from);
}

interface SkipButtonProps {
  readonly runID: string;
  /** The sleep to end; "" for a wait step. */
  readonly sleepID: string;
}

/** The button that ends a sleep, or advances the clock to the end of a run's wait. */
function SkipButton({ runID, sleepID }: SkipButtonProps) {
  const api = useApi();
  const skip = useAction(async () => {
    if (sleepID !== '') {
      await api.sleeps.skip({ params: { id: sleepID } });
      return;
    }
    const { upcoming } = await api.clock.read();
    const wait = upcoming.find((item) => item.runID === runID && item.kind === 'wait');
    // The list has the 20 soonest items; a later one is reached by advancing past those first.
    const target = wait ?? upcoming.at(-1);
    if (target === undefined) throw new Error('Nothing is due: the wait has just ended.');
    await api.clock.advance({ body: { to: rfc3339(target.at) } });
  });
  return (
    <button
      type="button"
      className={classes['skip']}
      disabled={skip.busy}
      title={sleepID === '' ? 'Advances the clock to the end of this wait' : 'Ends this sleep now'}
      onClick={(event) => {
        event.stopPropagation();
        void skip.run();
      }}
    >
      <SkipForwardIcon size={12} /> Skip
    </button>
  );
}
