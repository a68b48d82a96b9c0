import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { TimeFields } from '../../core/TimeFields.tsx';
import { FilterPopover } from '../../ui/FilterPopover.tsx';
import { METHODS } from './edited-request.ts';
import { askedOf, asking } from './filter-words.ts';

interface FilterProps {
  /** The filter's text, whose words these fields read and write. */
  readonly filter: string;
  readonly onChange: (filter: string) => void;
}

/** The classes of statuses that can be chosen, as words of the filter. */
const STATUSES: Readonly<Record<string, string>> = {
  '2xx': '2xx done',
  '3xx': '3xx elsewhere',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
  gone: 'gone: the client did not wait',
};

/** Chooses statuses. */
export function StatusFilter({ filter, onChange }: FilterProps) {
  const chosen = askedOf(filter, 'status')
    .toLowerCase()
    .split(',')
    .filter((status) => status !== '');
  return (
    <FilterPopover label="Status" active={chosen.length}>
      <Checkbox.Group
        value={chosen}
        onChange={(statuses) => onChange(asking(filter, 'status', statuses.join(',')))}
        aria-label="Status"
      >
        {Object.entries(STATUSES).map(([value, label]) => (
          <Checkbox key={value} value={value} mb={4} label={label} />
        ))}
      </Checkbox.Group>
    </FilterPopover>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  '': 'All requests',
  error: 'Errors',
  warning: 'Let pass with a warning',
  replay: 'Replays of an Idempotency-Key',
  gone: 'Clients that did not wait',
};

/** Chooses by method, kind, duration and time. */
export function MoreFilters({ filter, onChange }: FilterProps) {
  const [method, kind, slower] = ['method', 'is', 'slower'].map((name) => askedOf(filter, name).toLowerCase());
  const [since, until] = [askedOf(filter, 'since'), askedOf(filter, 'until')];
  const ask = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange(asking(filter, name, event.currentTarget.value));
  return (
    <FilterPopover label="More" active={[method, kind, slower, since, until].filter((value) => value !== '').length}>
      <NativeSelect
        label="Method"
        value={method}
        data={[
          { value: '', label: 'All methods' },
          ...METHODS.map((name) => ({ value: name.toLowerCase(), label: name })),
        ]}
        onChange={ask('method')}
      />
      <NativeSelect
        label="Only"
        value={kind}
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        onChange={ask('is')}
      />
      <TextInput label="Took at least (ms)" inputMode="numeric" value={slower} onChange={ask('slower')} />
      <TimeFields
        since={since}
        until={until}
        onChange={(changes) =>
          onChange(Object.entries(changes).reduce((text, [name, value]) => asking(text, name, value), filter))
        }
      />
    </FilterPopover>
  );
}
