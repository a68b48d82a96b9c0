import type { TrafficRow } from '../../../shared/contract/emulator/rows.ts';
import { duration } from '../../ui/time.ts';
import { isSpoiled } from './attempts.ts';
import classes from './AttemptsTab.module.css';
import { endText, statusTone } from '../../core/traffic/request-look.ts';

/** A request and its answer as arrows between client (left) and server (right), in addition to the texts. */
export function AttemptArrows({ row }: { row: TrafficRow }) {
  const isLost = row.status === 0 || isSpoiled(row);
  return (
    <svg className={classes['arrows']} viewBox="0 0 160 64" width={160} height={64} aria-hidden>
      <path d="M8 0v64M152 0v64" data-part="life" />
      <path d="M8 14L148 22M143 18l6 4-7 3" data-part="request" />
      <text x={78} y={13}>
        request
      </text>
      {isLost ? (
        <g data-tone="wait">
          <path d="M152 40L88 44" data-part="lost" />
          <path d="M80 39l8 9M88 39l-8 9" data-part="answer" />
        </g>
      ) : (
        <g data-tone={statusTone(row.status)}>
          <path d="M152 40L12 48M18 44l-7 4 7 3" data-part="answer" />
          <text x={78} y={60}>
            {endText(row)} · {duration(row.milliseconds)}
          </text>
        </g>
      )}
      <circle cx={8} cy={14} r={3} />
      <circle cx={152} cy={22} r={3} />
    </svg>
  );
}

/** The time between two attempts. */
export function GapLine() {
  return (
    <svg className={classes['arrows']} viewBox="0 0 160 28" width={160} height={28} aria-hidden>
      <path d="M8 0v28M152 0v28" data-part="life" strokeDasharray="2 3" />
    </svg>
  );
}
