import type { ReactNode } from 'react';
import classes from './icons.module.css';

/** The shapes of states. Each is told from the others without its colour. */
export type StatusShapeName = 'ok' | 'bad' | 'run' | 'wait' | 'queue' | 'off' | 'late' | 'lost' | 'held';

const RING = <circle cx="8" cy="8" r="6.2" />;

const SHAPES: Readonly<Record<StatusShapeName, ReactNode>> = {
  // A filled disc with a tick.
  ok: (
    <>
      <circle cx="8" cy="8" r="7" data-fill="tone" stroke="none" />
      <path d="M5 8.3l2.1 2.1L11.2 6" data-stroke="inside" />
    </>
  ),
  // An octagon with a cross.
  bad: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" data-fill="tone" stroke="none" />
      <path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" data-stroke="inside" />
    </>
  ),
  // A ring with a dot.
  run: (
    <>
      <circle cx="8" cy="8" r="6.2" data-stroke="rest" />
      <path d="M8 1.8a6.2 6.2 0 0 1 5.4 9.3" />
      <circle cx="8" cy="8" r="2.2" data-fill="tone" stroke="none" />
    </>
  ),
  // A half disc in a ring.
  wait: (
    <>
      {RING}
      <path d="M8 3.6a4.4 4.4 0 0 1 0 8.8z" data-fill="tone" stroke="none" />
    </>
  ),
  // A dashed ring.
  queue: <circle cx="8" cy="8" r="6.2" strokeDasharray="2.4 2.47" />,
  // A ring with a slash.
  off: (
    <>
      {RING}
      <path d="M3.8 12.2l8.4-8.4" />
    </>
  ),
  // A ring with hands.
  late: (
    <>
      {RING}
      <path d="M8 4.5V8l2.3 1.5" />
    </>
  ),
  // A square with two bars.
  held: (
    <>
      <rect x="1.8" y="1.8" width="12.4" height="12.4" rx="3" />
      <path d="M6.2 5.4v5.2M9.8 5.4v5.2" />
    </>
  ),
  // A dashed square with a cross: no answer reached the client.
  lost: (
    <>
      <rect x="1.8" y="1.8" width="12.4" height="12.4" rx="3" strokeDasharray="2.5 2" />
      <path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8" />
    </>
  ),
};

interface StatusShapeProps {
  readonly shape: StatusShapeName;
  readonly size?: 16 | 14 | 12;
}

/** The shape of a state, in the colour of that state. Hidden from screen readers, because a text says the same. */
export function StatusShape({ shape, size = 16 }: StatusShapeProps) {
  return (
    <svg className={classes['status']} data-shape={shape} viewBox="0 0 16 16" width={size} height={size} aria-hidden>
      {SHAPES[shape]}
    </svg>
  );
}
