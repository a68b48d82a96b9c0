import { Checkbox, Stack } from '@mantine/core';
import { canonicalJson, type Json, jsonEqual } from '../../../shared/values/json.ts';
import { isOption, optionsOf } from '../../../shared/model/parameter-options.ts';
import { type FieldProps, fieldProps, textOf, FieldGroup } from './field.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** A select of the allowed values. */
export function ChoiceField(props: FieldProps) {
  const { parameter, value, onChange } = props;
  const options = optionsOf(parameter);
  const at = options.findIndex((option) => jsonEqual(option.value, value));
  const isForeign = at < 0 && value !== null;
  const { placeholder, ...shared } = { placeholder: 'Choose…', ...fieldProps(props) };
  return (
    <Select
      {...shared}
      value={isForeign ? 'foreign' : at < 0 ? '' : String(at)}
      data={[
        { value: '', label: parameter.constraints.optional ? 'Not set' : placeholder },
        ...(isForeign ? [{ value: 'foreign', label: foreignLabel(value) }] : []),
        ...options.map(({ label }, index) => ({ value: String(index), label })),
      ]}
      onValue={(chosen) => onChange(options[Number(chosen || NaN)]?.value ?? null)}
    />
  );
}

function foreignLabel(value: Json): string {
  return `${textOf(value)} (not allowed)`;
}

/** Checkboxes of the allowed values, and of chosen ones that are not allowed. */
export function ChoicesField(props: FieldProps) {
  const { parameter, value, onChange, error } = props;
  const chosen = Array.isArray(value) ? value : [];
  const foreign = new Map(
    chosen.filter((item) => !isOption(parameter, item)).map((item) => [canonicalJson(item), item]),
  );
  const choices = [
    ...optionsOf(parameter),
    ...Array.from(foreign.values(), (item) => ({ value: item, label: foreignLabel(item) })),
  ];
  const isChosen = (option: Json) => chosen.some((item) => jsonEqual(item, option));
  const toggle = (option: Json) =>
    onChange(isChosen(option) ? chosen.filter((item) => !jsonEqual(item, option)) : [...chosen, option]);
  return (
    <FieldGroup {...props}>
      <Stack gap={4} mt={4}>
        {choices.map((option) => (
          <Checkbox
            key={JSON.stringify(option.value)}
            label={stripBidiControls(option.label)}
            checked={isChosen(option.value)}
            aria-invalid={error !== undefined}
            onChange={() => toggle(option.value)}
          />
        ))}
      </Stack>
    </FieldGroup>
  );
}
