import { Checkbox, TextInput } from '@mantine/core';
import { parseAgo } from '../../core/filter/time-filter.ts';
import { TimeFields } from '../../core/filter/TimeFields.tsx';
import { FilterPopover } from '../../ui/inputs/FilterPopover.tsx';
import { METHODS } from './edited-request.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import { wordsOf } from '../../../shared/model/filter.ts';

interface FilterProps {
  /** Text of the filter; the fields read and change its terms. */
  readonly filter: string;
  readonly onChange: (filter: string) => void;
}

/** Values of the `status` term with their labels. */
const STATUSES: Readonly<Record<string, string>> = {
  '2xx': '2xx success',
  '3xx': '3xx redirect',
  '4xx': '4xx client error',
  '5xx': '5xx server error',
  gone: 'gone (client disconnected)',
};

/** Checkboxes of the classes of statuses. */
function StatusFilter({ filter, onChange }: FilterProps) {
  return (
    <Checkbox.Group
      label="Status"
      value={statusesOf(filter)}
      onChange={(statuses) => onChange(withTerm(filter, 'status', statuses.join(',')))}
    >
      {Object.entries(STATUSES).map(([value, label]) => (
        <Checkbox key={value} value={value} mb={4} label={label} />
      ))}
    </Checkbox.Group>
  );
}

function statusesOf(filter: string): string[] {
  return termValue(filter, 'status')
    .toLowerCase()
    .split(',')
    .filter((status) => status !== '');
}

const KINDS: Readonly<Record<string, string>> = {
  '': 'All requests',
  error: 'Errors',
  warning: 'Warnings',
  replay: 'Idempotent replays',
  gone: 'Client disconnected',
};

/** Filters by status, method, kind, duration and time. */
export function MoreFilters({ filter, onChange }: FilterProps) {
  const lower = (name: string) => termValue(filter, name).toLowerCase();
  const [method, kind, slower] = [lower('method'), lower('is'), lower('slower')];
  const [since, until] = [termValue(filter, 'since'), termValue(filter, 'until')];
  const setTerm = (name: string) => (value: string) => onChange(withTerm(filter, name, value));
  const chosen = [...statusesOf(filter), method, kind, slower, since, until];
  return (
    <FilterPopover active={chosen.filter((value) => value !== '').length}>
      <StatusFilter filter={filter} onChange={onChange} />
      <Select
        label="Method"
        value={method}
        data={[
          { value: '', label: 'All methods' },
          ...METHODS.map((name) => ({ value: name.toLowerCase(), label: name })),
        ]}
        onValue={setTerm('method')}
      />
      <Select
        label="Kind"
        value={kind}
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        onValue={setTerm('is')}
      />
      <TextInput
        label="Minimum duration (ms)"
        inputMode="numeric"
        value={slower}
        onChange={(event) => setTerm('slower')(event.currentTarget.value)}
      />
      <TimeFields
        since={localTime(since)}
        until={localTime(until)}
        onChange={(changes) =>
          onChange(
            Object.entries(changes).reduce((text, [name, value]) => withTerm(text, name, withZone(value)), filter),
          )
        }
      />
    </FilterPopover>
  );
}

/** The value of a time field for an RFC 3339 time; any other text unchanged. */
function localTime(value: string): string {
  const at = parseAgo(value) === undefined && value !== '' ? new Date(value) : undefined;
  if (at === undefined || Number.isNaN(at.getTime())) return value;
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The RFC 3339 time of a time field's value; any other text unchanged. */
function withZone(value: string): string {
  const at = parseAgo(value) === undefined && value !== '' ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? value : new Date(at).toISOString().replace('.000', '');
}

/** The value of a named term, such as `4xx` of `status:4xx`; '' without one. */
function termValue(filter: string, name: string): string {
  return wordOf(name, wordsOf(filter))?.slice(name.length + 1) ?? '';
}

/** A filter with the value of a named term replaced in place, or appended; '' removes the term. */
function withTerm(filter: string, name: string, value: string): string {
  const words = wordsOf(filter);
  const before = wordOf(name, words);
  const bare = value.replaceAll(/[\s"]/g, '');
  const word = bare === '' ? [] : [`${name}:${bare}`];
  const others = before === undefined ? [...words, ...word] : words.flatMap((one) => (one === before ? word : [one]));
  return others.join(' ');
}

function wordOf(name: string, words: readonly string[]): string | undefined {
  return words.find((word) => word.toLowerCase().startsWith(`${name}:`));
}
