import { ActivityIcon, ChevronDownIcon, ChevronRightIcon, CodeIcon, ServerIcon, type LucideIcon } from 'lucide-react';
import { STEP_ICONS } from '../../../ui/icons/step-icons.ts';
import { StatusShape } from '../../../ui/icons/StatusShape.tsx';
import { STATUS_DISPLAY } from '../../../ui/text/status.ts';
import { counted, stripBidiControls } from '../../../ui/text/shown-text.tsx';
import type { Lane, LaneKind } from './lane.ts';
import classes from './LaneName.module.css';

/** Icon of each kind of lane, and its kind as a word for screen readers. The shape of its status stands for a run. */
const KINDS: Readonly<Record<LaneKind, { readonly icon: LucideIcon; readonly word: string }>> = {
  client: { icon: ServerIcon, word: 'requests of' },
  run: { icon: ActivityIcon, word: 'run' },
  log: { icon: STEP_ICONS.log, word: 'log' },
  wait: { icon: STEP_ICONS.wait, word: 'wait' },
  prompt: { icon: STEP_ICONS.prompt, word: 'prompt' },
  execute: { icon: STEP_ICONS.execute, word: 'execute' },
  fail: { icon: STEP_ICONS.fail, word: 'failure' },
  output: { icon: STEP_ICONS.output, word: 'output' },
  code: { icon: CodeIcon, word: 'failed code' },
};

interface LaneNameProps {
  readonly lane: Lane;
  readonly onToggle: (open: boolean) => void;
}

/** Name of a lane, with an icon of its kind, and the button that opens it. */
export function LaneName({ lane, onToggle }: LaneNameProps) {
  const { kind, depth, open, failed, status, requests } = lane;
  const { icon: Icon, word } = KINDS[kind];
  const name = stripBidiControls(lane.name);
  const isReached = lane.segments.length > 0 || requests.length > 0;
  return (
    <span
      className={classes['name']}
      style={{ paddingInlineStart: `calc(var(--h-pad) + ${depth * 16}px)` }}
      data-failed={failed && kind !== 'run'}
      data-reached={isReached}
      title={name}
    >
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
          {open ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
        </button>
      )}
      <span className={classes['icon']}>
        {status === null ? <Icon size={14} /> : <StatusShape shape={STATUS_DISPLAY[status].shape} size={14} />}
      </span>
      <span className={classes['hidden']}>{word} </span>
      <span className={classes['label']} data-strong={depth === 0}>
        {name}
      </span>
      {kind === 'client' && <span className={classes['count']}>{counted(requests.length, 'request')}</span>}
    </span>
  );
}
