import { termsOf } from '../../../shared/model/filter-terms.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Button, Popover } from '@mantine/core';
import { useCommands } from '../../core/commands.ts';
import { FaultsButton } from '../../core/faults/FaultsButton.tsx';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { SavedFilters } from '../../core/filter/SavedFilters.tsx';
import { counted } from '../../ui/counted.ts';
import classes from './traffic.module.css';
import { MoreFilters, StatusFilter } from './TrafficFilters.tsx';
import type { TrafficLog } from './use-traffic-log.ts';

/** Filters, counts, and buttons that pause and clear the log. */
export function TrafficFilterBar({ log }: { log: TrafficLog }) {
  const { filter, setFilter, paused, missed, togglePause, clear, total, dropped, rows } = log;
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
      <FilterField
        kind="request"
        label="Filter requests"
        placeholder="Any value, status:4xx…"
        value={filter}
        onChange={setFilter}
      />
      <StatusFilter filter={filter} onChange={setFilter} />
      <MoreFilters filter={filter} onChange={setFilter} />
      <SavedFilters kind="request" value={filter} onChange={setFilter} />
      <FilterHelp />
      <div className={classes['count']}>
        <p role="status">
          {rows.length === total ? counted(total, 'request') : `${rows.length} of ${counted(total, 'request')}`}
          {dropped > 0 && ` · ${dropped} older dropped`}
          {paused && ` · paused${missed > 0 ? `, ${missed} new` : ''}`}
        </p>
        <Button size="compact-sm" aria-pressed={paused} onClick={togglePause}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="compact-sm" disabled={total === 0} onClick={clear}>
          Clear
        </Button>
        <FaultsButton />
      </div>
    </>
  );
}

function FilterHelp() {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button size="compact-sm">Filter syntax</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter syntax">
        <p style={{ margin: 0, maxWidth: 300 }}>
          Words match anywhere, <code>name:value</code> one field. <code>-</code> in front excludes.
        </p>
        <Facts>
          {Object.entries(termsOf('request')).map(([name, { example, help }]) => (
            <Fact key={name} name={<code>{example}</code>}>
              {help.replaceAll('`', '')}
            </Fact>
          ))}
        </Facts>
      </Popover.Dropdown>
    </Popover>
  );
}
