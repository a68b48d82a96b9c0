import { Checkbox } from '@mantine/core';
import { RUN_STATUSES } from '../../../shared/model/status.ts';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useEnvironments, useTasks } from '../../core/data/hangar.ts';
import { slugOption } from '../../core/run/run-target.ts';
import { TimeFields } from '../../core/filter/TimeFields.tsx';
import { useQueryState } from '../../core/page/page.ts';
import type { LongList } from '../../core/data/long-list.ts';
import { FilterPopover } from '../../ui/inputs/MenuPopover.tsx';
import { StatusIcon, STATUS_DISPLAY } from '../../ui/text/StatusBadge.tsx';
import { isAnySet, NO_FILTERS, type RunFilters } from './run-filters.ts';
import { Select } from '../../ui/inputs/Select.tsx';

interface RunFilterBarProps {
  readonly filters: RunFilters;
  readonly list: LongList<RunRow>;
  /** Number of all runs; undefined while unknown. */
  readonly all: number | undefined;
}

/** Filters of the list, kept in the URL. */
export function RunFilterBar({ filters, list, all }: RunFilterBarProps) {
  const { set } = useQueryState();
  const isFiltered = isAnySet(filters);
  return (
    <>
      <FilterField kind="run" label="Filter runs" value={filters.q} onChange={(q) => set({ q })} />
      <FilterLine
        {...{ kind: 'run', quick: 'run', value: filters.q, isFiltered, total: all, noun: 'run' }}
        shown={list.loaded ? list.total : undefined}
        onChange={(q) => set({ ...NO_FILTERS, q })}
      >
        <MoreFilters filters={filters} />
      </FilterLine>
    </>
  );
}

/** Checkboxes of the statuses of a run. */
function StatusFilter({ filters }: { filters: RunFilters }) {
  const { set } = useQueryState();
  return (
    <Checkbox.Group label="Status" value={statusesOf(filters)} onChange={(status) => set({ status: status.join(',') })}>
      {RUN_STATUSES.map((status) => (
        <Checkbox
          key={status}
          value={status}
          mb={4}
          label={
            <>
              <span aria-hidden>
                <StatusIcon status={status} />
              </span>{' '}
              {STATUS_DISPLAY[status].text}
            </>
          }
        />
      ))}
    </Checkbox.Group>
  );
}

function statusesOf({ status }: RunFilters): string[] {
  return status === '' ? [] : status.split(',');
}

function MoreFilters({ filters }: { filters: RunFilters }) {
  const { set } = useQueryState();
  const { items: tasks } = useTasks();
  const { items: environments } = useEnvironments();
  const { task, environment, since, until } = filters;
  const active = [...statusesOf(filters), task, environment, since, until].filter((value) => value !== '').length;
  return (
    <FilterPopover active={active}>
      <StatusFilter filters={filters} />
      <Select
        label="Task"
        value={task}
        data={[{ value: '', label: 'All tasks' }, ...tasks.map(slugOption)]}
        onValue={(value) => set({ task: value })}
      />
      <Select
        label="Environment"
        value={environment}
        data={[{ value: '', label: 'All environments' }, ...environments.map(slugOption)]}
        onValue={(value) => set({ environment: value })}
      />
      <TimeFields since={since} until={until} onChange={set} />
    </FilterPopover>
  );
}
