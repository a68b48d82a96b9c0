import { Checkbox } from '@mantine/core';
import { RUN_STATUSES } from '../../../shared/model/status.ts';
import type { RunRow } from '../../../shared/contract/emulator/rows.ts';
import { FilterField } from '../../core/filter/FilterField.tsx';
import { FilterLine } from '../../core/filter/FilterLine.tsx';
import { useEnvironments, useTasks } from '../../core/data/hangar.ts';
import { slugOption } from '../../core/run/run-target.ts';
import { TimeFields, parseTime } from '../../core/filter/TimeFields.tsx';
import { useQueryState } from '../../core/page/page.ts';
import type { LongList } from '../../core/data/long-list.ts';
import { FilterPopover } from '../../ui/inputs/MenuPopover.tsx';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { STATUS_DISPLAY } from '../../ui/text/status.ts';
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
            <span className="row">
              <StatusShape shape={STATUS_DISPLAY[status].shape} />
              {STATUS_DISPLAY[status].text}
            </span>
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

/** Names of the filters in the URL. */
const FILTER_NAMES = ['q', 'status', 'task', 'environment', 'since', 'until'] as const;

/**
 * Filters of the list, from the URL; '' for none. `q` is a filter of words and terms (docs/filters.md), `status` is a
 * comma-separated list, `task` a slug or ID, `since` and `until` a local time in the format of `datetime-local`, or a time ago
 * such as `1h`.
 */
type RunFilters = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

/** True when a filter hides runs. */
export function isAnySet(filters: RunFilters): boolean {
  return FILTER_NAMES.some((name) => filters[name] !== '');
}

/** No filter, as a change of the query. */
export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, '']));

/** Reads the filters from a query. */
export function filtersOf(get: (name: string) => string): RunFilters {
  return {
    q: get('q'),
    status: get('status'),
    task: get('task'),
    environment: get('environment'),
    since: get('since'),
    until: get('until'),
  };
}

/** Interval at which a list is loaded again whose start moves, in milliseconds. */
export const EVERY = 2000;

/** The query of `/_emulator/runs` for the filters. @param now the service's time in milliseconds since 1970 */
export function queryOf({ since, until, ...others }: RunFilters, now: number): Readonly<Record<string, string>> {
  return { ...others, since: timeOf(since, now), until: timeOf(until, now) };
}

function timeOf(text: string, now: number): string {
  const time = parseTime(text, now);
  return time === undefined ? '' : new Date(time).toISOString();
}
