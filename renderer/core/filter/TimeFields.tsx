import { TextInput } from '@mantine/core';
import { parseAgo, SINCE_PRESETS } from './time-filter.ts';
import { Select } from '../../ui/inputs/Select.tsx';

interface TimeFieldsProps {
  /** A duration such as `1h`, or a local time in the format of `datetime-local`; '' for any time. */
  readonly since: string;
  readonly until: string;
  readonly onChange: (changes: { readonly since?: string; readonly until?: string }) => void;
}

/** The fields of a time filter. */
export function TimeFields({ since, until, onChange }: TimeFieldsProps) {
  const isAgo = parseAgo(since) !== undefined;
  const isOther = since !== '' && !Object.hasOwn(SINCE_PRESETS, since);
  return (
    <>
      <Select
        label="Time"
        value={since}
        data={[
          { value: '', label: 'Any time' },
          ...Object.entries(SINCE_PRESETS).map(([value, label]) => ({ value, label })),
          ...(isOther ? [{ value: since, label: isAgo ? `Last ${since}` : 'From a moment' }] : []),
        ]}
        onValue={(value) => onChange({ since: value })}
      />
      <TextInput
        type="datetime-local"
        label="From"
        value={isAgo ? '' : since}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label="To"
        value={parseAgo(until) === undefined ? until : ''}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </>
  );
}
