import { Link } from 'wouter';
import { useEachSecond } from '../text/RelativeTime.tsx';
import type { Tone } from '../text/status.ts';
import { duration } from '../text/time.ts';
import classes from './Timeline.module.css';
import { stripBidiControls } from '../text/strip-bidi-controls.ts';

/** A segment of a timeline, in milliseconds since 1970; `to` is null while it lasts. */
export interface TimelineSegment {
  readonly phase: 'queued' | 'active' | 'waiting' | 'ok' | 'bad' | 'off';
  readonly from: number;
  readonly to: number | null;
}

/** A row of a timeline. */
export interface TimelineRow {
  readonly key: string;
  readonly name: string;
  readonly href?: string;
  readonly segments: readonly TimelineSegment[];
  /** Text instead of the duration; absent for none. */
  readonly note?: string;
}

const PHASES: Readonly<Record<TimelineSegment['phase'], { readonly name: string; readonly tone: Tone }>> = {
  queued: { name: 'queued', tone: 'off' },
  active: { name: 'active', tone: 'run' },
  waiting: { name: 'waiting for a prompt', tone: 'wait' },
  ok: { name: 'succeeded', tone: 'ok' },
  bad: { name: 'failed', tone: 'bad' },
  off: { name: 'cancelled', tone: 'off' },
};

/** Bars on one time scale, one row each, with accessible names. */
export function Timeline({ label, rows }: { label: string; rows: readonly TimelineRow[] }) {
  const allSegments = rows.flatMap((row) => row.segments);
  const lasts = allSegments.some(({ to }) => to === null);
  const now = useEachSecond((time) => (lasts ? time : 0));
  const from = Math.min(...allSegments.map((segment) => segment.from));
  const to = Math.max(...allSegments.map((segment) => segment.to ?? now), from + 1);
  const percent = (milliseconds: number) => `${((100 * milliseconds) / (to - from)).toFixed(3)}%`;
  return (
    <ul className={classes['timeline']} aria-label={label} tabIndex={0}>
      {rows.map(({ key, name: given, href, segments: own, note }) => {
        const name = stripBidiControls(given);
        const first = Math.min(...own.map((segment) => segment.from));
        const last = Math.max(...own.map((segment) => segment.to ?? now));
        return (
          <li key={key} className={classes['row']}>
            <span className={classes['name']} title={name}>
              {href === undefined ? name : <Link href={href}>{name}</Link>}
            </span>
            <span className={classes['bar']}>
              {own.map((segment) => (
                <span
                  key={`${segment.phase}${segment.from}`}
                  className={classes['segment']}
                  data-phase={segment.phase}
                  data-tone={PHASES[segment.phase].tone}
                  role="img"
                  aria-label={`${PHASES[segment.phase].name}: ${duration((segment.to ?? now) - segment.from)}`}
                  title={`${PHASES[segment.phase].name}: ${duration((segment.to ?? now) - segment.from)}`}
                  style={{ left: percent(segment.from - from), width: percent((segment.to ?? now) - segment.from) }}
                />
              ))}
            </span>
            <span className={classes['length']}>{note ?? (own.length === 0 ? '' : duration(last - first))}</span>
          </li>
        );
      })}
    </ul>
  );
}
