import classes from './StatusBadge.module.css';
import { StatusShape } from '../icons/StatusShape.tsx';
import { type AnyStatus, STATUS_DISPLAY, type Tone } from './status.ts';

/** A status as shape, colour and text. */
export function StatusBadge({ status }: { status: AnyStatus }) {
  const { tone, shape, text } = STATUS_DISPLAY[status];
  return (
    <span className={classes['badge']} data-tone={tone}>
      <StatusShape shape={shape} size={12} /> {text}
    </span>
  );
}

/** A status as a shape; its text is the accessible name. */
export function StatusIcon({ status }: { status: AnyStatus }) {
  const { shape, text, label = text } = STATUS_DISPLAY[status];
  return (
    <span className={classes['icon']} role="img" aria-label={label} title={label}>
      <StatusShape shape={shape} />
    </span>
  );
}

/** A short text in a tone, such as an HTTP status. */
export function ToneBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      {children}
    </span>
  );
}
