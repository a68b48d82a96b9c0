import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { type Json, jsonEqual } from '../../../shared/values/json.ts';
import { optionsOf } from '../../../shared/model/parameter-options.ts';
import { type FieldProps, fieldProps, textOf } from './field.ts';
import { FieldGroup } from './FieldGroup.tsx';

/** A select of the allowed values. */
export function ChoiceField(props: FieldProps) {
  const { parameter, value, onChange } = props;
  const options = optionsOf(parameter);
  const at = options.findIndex((option) => jsonEqual(option.value, value));
  const isForeign = at < 0 && value !== null;
  const { placeholder, ...shared } = { placeholder: 'Choose…', ...fieldProps(props) };
  return (
    <NativeSelect
      {...shared}
      value={isForeign ? 'foreign' : at < 0 ? '' : String(at)}
      data={[
        { value: '', label: parameter.constraints.optional ? 'Not set' : placeholder },
        ...(isForeign ? [{ value: 'foreign', label: `${textOf(value)} (not allowed)` }] : []),
        ...options.map(({ label }, index) => ({ value: String(index), label })),
      ]}
      onChange={(event) => onChange(options[Number(event.currentTarget.value || NaN)]?.value ?? null)}
    />
  );
}

/** Checkboxes of the allowed values. */
export function ChoicesField({ parameter, value, onChange, label, description, error, onBlur }: FieldProps) {
  const chosen = Array.isArray(value) ? value : [];
  const isChosen = (option: Json) => chosen.some((item) => jsonEqual(item, option));
  const toggle = (option: Json) =>
    onChange(isChosen(option) ? chosen.filter((item) => !jsonEqual(item, option)) : [...chosen, option]);
  return (
    <FieldGroup {...{ label, description, error, onBlur }}>
      <Stack gap={4} mt={4}>
        {optionsOf(parameter).map((option) => (
          <Checkbox
            key={JSON.stringify(option.value)}
            label={option.label}
            checked={isChosen(option.value)}
            aria-invalid={error !== undefined}
            onChange={() => toggle(option.value)}
          />
        ))}
      </Stack>
    </FieldGroup>
  );
}
