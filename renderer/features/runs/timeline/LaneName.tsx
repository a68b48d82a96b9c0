import type { Lane, LaneKind } from './lane.ts';
import classes from './LaneName.module.css';

const SIGNS: Readonly<Record<LaneKind, string>> = {
  ...{ client: '▤', run: '▸', log: '≡', wait: '◷', prompt: '?', execute: '↳', fail: '✕', output: '⇥' },
};
const KIND_NAMES: Readonly<Record<LaneKind, string>> = {
  ...{ client: 'requests of', run: 'run', log: 'log', wait: 'wait', prompt: 'prompt', execute: 'execute' },
  ...{ fail: 'failure', output: 'output' },
};

interface LaneNameProps {
  readonly lane: Lane;
  readonly onToggle: (open: boolean) => void;
}

/** Name of a lane, with an icon of its kind, and the button that opens it. */
export function LaneName({ lane, onToggle }: LaneNameProps) {
  const { kind, name, depth, open, failed, requests } = lane;
  return (
    <span className={classes['name']} style={{ paddingInlineStart: 8 + depth * 16 }} data-failed={failed} title={name}>
      {open === null ? (
        <span className={classes['toggle']} />
      ) : (
        <button
          type="button"
          className={classes['toggle']}
          tabIndex={-1}
          aria-label={open ? `Close ${name}` : `Open ${name}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(!open);
          }}
        >
          {open ? '▾' : '▸'}
        </button>
      )}
      {kind !== 'run' && (
        <span className={classes['sign']} aria-hidden>
          {SIGNS[kind]}
        </span>
      )}
      <span className={classes['hidden']}>{KIND_NAMES[kind]} </span>
      <span className={classes['label']} data-strong={depth === 0}>
        {name}
      </span>
      {kind === 'client' && <span className={classes['count']}>{requests.length}</span>}
    </span>
  );
}
