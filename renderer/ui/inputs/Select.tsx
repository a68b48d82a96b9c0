import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { stripBidiControls } from '../text/shown-text.tsx';

/** An option of a select. */
export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: Value;
  /** The options; a text is both value and label. */
  readonly data: readonly (Value | SelectOption<Value>)[];
  readonly onValue: (value: Value) => void;
}

/** A select. A value that is none of the options, such as the slug of a deleted task, is shown as a further one. */
export function Select<Value extends string>({ value, data, onValue, ...select }: SelectProps<Value>) {
  const known = data.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  const isKnown = known.some((option) => option.value === value);
  const options = isKnown ? known : [{ value, label: value === '' ? 'Choose…' : value }, ...known];
  return (
    <NativeSelect
      {...select}
      value={value}
      data={options.map((option) => ({ value: option.value, label: stripBidiControls(option.label) }))}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen !== undefined) onValue(chosen.value);
      }}
    />
  );
}
