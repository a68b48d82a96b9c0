import { Link } from 'wouter';
import { useEachSecond } from './RelativeTime.tsx';
import { duration } from './time.ts';
import classes from './Timeline.module.css';

/** A stretch of time with a meaning, in milliseconds since 1970; `to` is null while it lasts. */
export interface TimelineStretch {
  readonly phase: 'queued' | 'active' | 'waiting' | 'ok' | 'bad' | 'off';
  readonly from: number;
  readonly to: number | null;
}

/** A row of a timeline. */
export interface TimelineRow {
  readonly key: string;
  readonly name: string;
  readonly href?: string;
  readonly stretches: readonly TimelineStretch[];
}

const PHASE_NAMES: Readonly<Record<TimelineStretch['phase'], string>> = {
  queued: 'queued',
  active: 'active',
  waiting: 'waiting for a prompt',
  ok: 'succeeded',
  bad: 'failed',
  off: 'cancelled',
};

/** Bars on one scale of time, one row each; a bar's text says what it shows. */
export function Timeline({ label, rows }: { label: string; rows: readonly TimelineRow[] }) {
  const stretches = rows.flatMap((row) => row.stretches);
  const lasts = stretches.some(({ to }) => to === null);
  const now = useEachSecond((time) => (lasts ? time : 0));
  const from = Math.min(...stretches.map((stretch) => stretch.from));
  const to = Math.max(...stretches.map((stretch) => stretch.to ?? now), from + 1);
  const percent = (milliseconds: number) => `${((100 * milliseconds) / (to - from)).toFixed(3)}%`;
  return (
    <ul className={classes['timeline']} aria-label={label}>
      {rows.map(({ key, name, href, stretches: own }) => {
        const first = Math.min(...own.map((stretch) => stretch.from));
        const last = Math.max(...own.map((stretch) => stretch.to ?? now));
        return (
          <li key={key} className={classes['row']}>
            <span className={classes['name']} title={name}>
              {href === undefined ? name : <Link href={href}>{name}</Link>}
            </span>
            <span className={classes['bar']}>
              {own.map((stretch) => (
                <span
                  key={`${stretch.phase}${stretch.from}`}
                  className={classes['stretch']}
                  data-phase={stretch.phase}
                  role="img"
                  aria-label={`${PHASE_NAMES[stretch.phase]}: ${duration((stretch.to ?? now) - stretch.from)}`}
                  title={`${PHASE_NAMES[stretch.phase]}: ${duration((stretch.to ?? now) - stretch.from)}`}
                  style={{ left: percent(stretch.from - from), width: percent((stretch.to ?? now) - stretch.from) }}
                />
              ))}
            </span>
            <span className={classes['length']}>{own.length === 0 ? '' : duration(last - first)}</span>
          </li>
        );
      })}
    </ul>
  );
}
