import { numberText } from '../../ui/text/shown-text.tsx';
import { PauseIcon, PlayIcon, Trash2Icon } from 'lucide-react';
import { useCommands } from '../../core/commands/commands.ts';
import { FaultsButton } from '../../core/faults/FaultsPopover.tsx';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import classes from './traffic.module.css';
import type { TrafficLog } from './use-traffic-log.ts';

/** The look of the buttons beside the filter. */
const OUTLINED = { variant: 'default', size: 28 };

/** Filters, counts, and buttons that pause and clear the log. */
export function TrafficFilterBar({ log }: { log: TrafficLog }) {
  const { list, filter, isFiltered, setFilter, paused, togglePause, clear, total = 0, dropped } = log;
  useCommands([
    {
      id: 'traffic-pause',
      title: paused ? 'Resume traffic' : 'Pause traffic',
      group: 'Traffic',
      shortcut: 'P',
      run: togglePause,
    },
    { id: 'traffic-clear', title: 'Clear traffic', group: 'Traffic', when: total > 0, run: clear },
  ]);
  return (
    <>
      <div className={classes['search']}>
        <FilterField kind="request" label="Filter requests" value={filter} onChange={setFilter} />
        <FaultsButton />
        <IconButton
          {...OUTLINED}
          icon={paused ? PlayIcon : PauseIcon}
          label={paused ? 'Resume' : 'Pause'}
          onClick={togglePause}
        />
        <IconButton {...OUTLINED} icon={Trash2Icon} label="Clear" disabled={total === 0} onClick={clear} />
      </div>
      <FilterLine
        {...{
          kind: 'request',
          quick: 'request',
          value: filter,
          onChange: setFilter,
          isFiltered,
          total,
          noun: 'request',
        }}
        shown={list.loaded ? list.count : undefined}
        note={`${dropped > 0 ? ` · ${numberText(dropped)} older dropped` : ''}${paused ? pausedText(list.pending) : ''}`}
      />
    </>
  );
}

function pausedText(missed: number): string {
  return ` · paused${missed > 0 ? `, ${numberText(missed)} new` : ''}`;
}
