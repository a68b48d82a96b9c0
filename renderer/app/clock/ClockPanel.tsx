import { Button, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ClockRow } from '../../../shared/contract/emulator/clock.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import { focusInitially } from '../../ui/focus/move-focus.ts';
import { Form } from '../../ui/inputs/Form.tsx';
import { useEachSecond } from '../../ui/text/time.tsx';
import { AdvanceResult } from './AdvanceResult.tsx';
import { dateOf, distanceText, timeOfDay } from './clock-text.ts';
import classes from './clock.module.css';
import { Upcoming } from './Upcoming.tsx';
import { advanceTarget, backText, type ClockActions, needsReset } from './use-clock-actions.ts';

const SPEEDS = [1, 10, 60, 3600];
const STEPS = [
  { label: '+1 min', seconds: 60 },
  { label: '+1 h', seconds: 3600 },
  { label: '+1 day', seconds: 86_400 },
];

interface ClockPanelProps {
  readonly row: ClockRow;
  readonly actions: ClockActions;
  /** Called when a link to a page is followed. */
  readonly onLeave: () => void;
}

/** The controls of the emulated clock: state, speed, advances, and what is coming up. */
export function ClockPanel({ row, actions, onLeave }: ClockPanelProps) {
  const { advance, busy, outcomes } = actions;
  const [latest, ...earlier] = outcomes;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => focusInitially(next.current), []);
  return (
    <>
      <Now row={row} actions={actions} onLeave={onLeave} />
      <ClockRate row={row} actions={actions} />
      <div className={classes['steps']}>
        {STEPS.map(({ label, seconds }) => (
          <Button key={label} disabled={busy} onClick={() => advance({ seconds })}>
            {label}
          </Button>
        ))}
        <Button ref={next} variant="filled" loading={busy} onClick={() => advance({ next: true })}>
          To the next event
        </Button>
      </div>
      <AdvanceBy actions={actions} />
      <div role="status">{latest !== undefined && <AdvanceResult outcome={latest} onLeave={onLeave} />}</div>
      {earlier.length > 0 && (
        <ul className={classes['earlier']} aria-label="Earlier advances">
          {earlier.map((outcome, index) => (
            <li key={earlier.length - index}>
              <AdvanceResult outcome={outcome} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      <Upcoming actions={actions} onLeave={onLeave} />
      <p className={classes['foot']}>Waits, timeouts, automatic answers and the Date header follow this clock.</p>
    </>
  );
}

function Now({ row, actions, onLeave }: ClockPanelProps) {
  const time = useEachSecond(timeOfDay);
  const date = useEachSecond(dateOf);
  const distance = useEachSecond((now) => distanceText(now, Date.now()));
  const isReal = isRealTime(row);
  const goBack = () => {
    // The notice with Undo must not lie behind the panel.
    if (needsReset(row)) onLeave();
    actions.backToReal();
  };
  return (
    <div className={classes['now']}>
      <div className="grow">
        <span className={classes['time']}>{time}</span> <span className="quiet">{date}</span>
        <p className={classes['distance']} data-real={isReal}>
          {isReal
            ? 'The time of this computer'
            : distance === ''
              ? 'Not real time'
              : `${distance.replace('ahead', 'ahead of')} this computer`}
        </p>
      </div>
      <Button size="compact-sm" disabled={isReal || actions.busy} onClick={goBack}>
        {backText(row)}
      </Button>
    </div>
  );
}

function ClockRate({ row: { state, speed, autoSkip }, actions: { set, busy } }: Omit<ClockPanelProps, 'onLeave'>) {
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed];
  return (
    <div className={classes['rate']}>
      <div role="group" aria-label="State" className={classes['segments']}>
        <Segment chosen={state === 'frozen'} onChoose={() => set({ state: 'frozen' })} disabled={busy}>
          Freeze
        </Segment>
        <Segment chosen={state === 'running'} onChoose={() => set({ state: 'running' })} disabled={busy}>
          Run
        </Segment>
      </div>
      <div role="group" aria-label="Speed" className={classes['segments']}>
        {speeds.map((each) => (
          <Segment key={each} chosen={each === speed} onChoose={() => set({ speed: each })} disabled={busy}>
            ×{each}
          </Segment>
        ))}
      </div>
      <Switch
        size="xs"
        label="Skip waits"
        checked={autoSkip}
        disabled={busy}
        onChange={(event) => set({ autoSkip: event.currentTarget.checked })}
      />
    </div>
  );
}

interface SegmentProps {
  readonly chosen: boolean;
  readonly disabled: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Segment({ chosen, disabled, onChoose, children }: SegmentProps) {
  return (
    // Not `disabled`, which would take the focus away during a change.
    <button type="button" aria-pressed={chosen} aria-disabled={disabled} onClick={() => !disabled && onChoose()}>
      {children}
    </button>
  );
}

/** A field for any length of time or date. */
function AdvanceBy({ actions: { advance, busy } }: Pick<ClockPanelProps, 'actions'>) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const submit = () => {
    const target = advanceTarget(text);
    setProblem(target === undefined ? 'Enter a length such as 2 h 30 min, or a date such as 2030-01-31 15:00.' : '');
    if (target !== undefined) advance(target);
  };
  return (
    <Form onSubmit={submit}>
      <div className={classes['by']}>
        <TextInput
          className="grow"
          aria-label="Advance by or to"
          placeholder="2 h 30 min, or a date"
          value={text}
          error={problem === '' ? undefined : problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem('');
          }}
        />
        <Button type="submit" disabled={busy}>
          Advance
        </Button>
      </div>
    </Form>
  );
}
