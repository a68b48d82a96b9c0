import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { withoutDirections } from './without-directions.ts';

/** An option of a select. */
export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: string;
  readonly data: readonly SelectOption[];
  readonly onValue: (value: string) => void;
}

/** A select. Shows a value that is none of its options, such as the slug of a deleted task, as an option in front of them. */
export function Select({ value, data, onValue, ...input }: SelectProps) {
  const isKnown = data.some((option) => option.value === value);
  const options = isKnown ? data : [{ value, label: value === '' ? 'Choose…' : value }, ...data];
  return (
    <NativeSelect
      {...input}
      value={value}
      data={options.map((option) => ({ value: option.value, label: withoutDirections(option.label) }))}
      onChange={({ currentTarget: at }) => onValue(at.value)}
    />
  );
}
