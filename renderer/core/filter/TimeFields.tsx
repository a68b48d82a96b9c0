import { TextInput } from '@mantine/core';
import { Select } from '../../ui/inputs/Select.tsx';
import { parseDuration } from '../../../shared/model/filter.ts';

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

/** The durations to choose from. */
const SINCE_PRESETS: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
};

/** The milliseconds of a duration in whole seconds, minutes, hours or days, such as `15m`; undefined for any other text. */
export function parseAgo(text: string): number | undefined {
  return /^\d{1,6}[smhd]$/.test(text) ? parseDuration(text) : undefined;
}

/**
 * The time of a duration before now, or of a local time in the format of `datetime-local`; undefined for any other
 * text.
 */
export function parseTime(text: string, now: number): number | undefined {
  const ago = parseAgo(text);
  const at = ago === undefined ? Date.parse(text) : now - ago;
  return Number.isNaN(at) ? undefined : at;
}
