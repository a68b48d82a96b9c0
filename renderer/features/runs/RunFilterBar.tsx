import { Checkbox, NativeSelect } from '@mantine/core';
import { RUN_STATUSES } from '../../../shared/model/status.ts';
import { useEnvironments, useTasks } from '../../core/hangar.ts';
import { SearchField } from '../../core/SearchField.tsx';
import { TimeFields } from '../../core/TimeFields.tsx';
import { useQueryState } from '../../core/url.ts';
import { FilterPopover } from '../../ui/FilterPopover.tsx';
import { StatusIcon } from '../../ui/StatusBadge.tsx';
import { STATUS_DISPLAY } from '../../ui/status.ts';
import type { RunFilters } from './run-filters.ts';

/** Filters of the list, kept in the URL. */
export function RunFilterBar({ filters }: { filters: RunFilters }) {
  const { set } = useQueryState();
  return (
    <>
      <SearchField
        label="Filter runs"
        placeholder="Filter: values, errors, status:failed…"
        value={filters.q}
        onChange={(q) => set({ q })}
      />
      <StatusFilter filters={filters} />
      <MoreFilters filters={filters} />
    </>
  );
}

function StatusFilter({ filters }: { filters: RunFilters }) {
  const { set } = useQueryState();
  const chosen = filters.status === '' ? [] : filters.status.split(',');
  return (
    <FilterPopover label="Status" active={chosen.length}>
      <Checkbox.Group value={chosen} onChange={(status) => set({ status: status.join(',') })} aria-label="Status">
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
    </FilterPopover>
  );
}

function MoreFilters({ filters }: { filters: RunFilters }) {
  const { set } = useQueryState();
  const { items: tasks } = useTasks();
  const { items: environments } = useEnvironments();
  const { task, environment, since, until } = filters;
  const named = ({ slug, name }: { slug: string; name?: string | undefined }) => ({ value: slug, label: name ?? slug });
  return (
    <FilterPopover label="More" active={[task, environment, since, until].filter((value) => value !== '').length}>
      <NativeSelect
        label="Task"
        value={task}
        data={[{ value: '', label: 'All tasks' }, ...tasks.map(named)]}
        onChange={(event) => set({ task: event.currentTarget.value })}
      />
      <NativeSelect
        label="Environment"
        value={environment}
        data={[{ value: '', label: 'All environments' }, ...environments.map(named)]}
        onChange={(event) => set({ environment: event.currentTarget.value })}
      />
      <TimeFields since={since} until={until} onChange={set} />
    </FilterPopover>
  );
}
