import { Popover, VisuallyHidden } from '@mantine/core';
import { ClockIcon, FastForwardIcon, SnowflakeIcon, TimerIcon } from 'lucide-react';
import { useState } from 'react';
import type { ClockRow } from '../../../shared/contract/emulator/clock.ts';
import { isRealTime } from '../../core/clock/clock-time.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { useClock } from '../../core/data/hangar.ts';
import { lazyComponent } from '../../ui/deferred-code.ts';
import { useEachSecond, exactTime } from '../../ui/text/time.tsx';
import { chipText } from './clock-text.ts';
import classes from './clock.module.css';
import { backText, useClockActions } from './use-clock-actions.ts';

const ClockPanel = lazyComponent(() => import('./ClockPanel.tsx').then((file) => file.ClockPanel));

/** Icon of a clock that is real, stopped, faster, or moved. */
function iconOf(row: ClockRow) {
  if (isRealTime(row)) return <ClockIcon size={12} />;
  if (row.state === 'frozen') return <SnowflakeIcon size={12} />;
  return row.speed === 1 ? <FastForwardIcon size={12} /> : <TimerIcon size={12} />;
}

/** The button of the emulated clock with its time, amber unless it is the machine's. It opens the clock's controls. */
export function ClockChip() {
  const row = useClock();
  const [isOpen, setIsOpen] = useState(false);
  const actions = useClockActions();
  const setOpen = (opens: boolean) => {
    setIsOpen(opens);
    if (!opens) actions.clearOutcomes();
  };
  const text = useEachSecond((now) => (row === undefined ? '' : chipText(row, now, Date.now())));
  const isFrozen = row?.state === 'frozen';
  const opening = (run: () => void) => () => {
    setOpen(true);
    run();
  };
  const inPalette = { group: 'Clock', keywords: 'time', inMenu: false, when: row !== undefined };
  useCommands([
    { ...inPalette, id: 'clock', title: 'Open the clock', run: () => setOpen(true) },
    {
      ...{ ...inPalette, id: 'clock-freeze', title: isFrozen ? 'Run clock' : 'Freeze clock' },
      run: () => actions.set({ state: isFrozen ? 'running' : 'frozen' }),
    },
    {
      ...{ ...inPalette, id: 'clock-next', title: 'To the next event', keywords: 'time advance clock skip' },
      run: opening(() => actions.advance({ next: true })),
    },
    {
      ...{ ...inPalette, id: 'clock-real', title: row === undefined ? '' : backText(row), keywords: 'clock reset' },
      when: row !== undefined && !isRealTime(row),
      run: actions.backToReal,
    },
  ]);
  if (row === undefined) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" radius={10} trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes['chip']}
          title={exactTime(row.now)}
          data-real={isRealTime(row)}
          onClick={() => setOpen(!isOpen)}
        >
          <VisuallyHidden>Clock </VisuallyHidden>
          {iconOf(row)}
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Clock" className={classes['panel'] ?? ''}>
        <ClockPanel row={row} actions={actions} onLeave={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
