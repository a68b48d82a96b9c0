import { Checkbox } from '@mantine/core';
import { useField } from '../context/authoring.ts';
import { type JsonPath, listOf, textOf } from '../context/json-path.ts';

/** A definition that a list of references can contain. */
export interface ReferenceOption {
  /** Value to add for this definition. */
  readonly reference: string;
  readonly label: string;
  readonly description?: string;
  /** All values that refer to it. */
  readonly names: readonly string[];
}

interface ReferenceChecksProps {
  readonly path: JsonPath;
  readonly options: readonly ReferenceOption[];
  /** Description of a reference to a missing definition. */
  readonly missingText: string;
}

/** A list of references as checkboxes, with one for each reference to a missing definition. */
export function ReferenceChecks({ path, options, missingText }: ReferenceChecksProps) {
  const field = useField(path);
  const chosen = listOf(field.value).map(textOf);
  const known = new Set(options.flatMap(({ names }) => names));
  const without = (names: readonly string[]) => chosen.filter((name) => !names.includes(name));
  return (
    <>
      {options.map(({ reference, label, description, names }) => (
        <Checkbox
          key={reference}
          label={label}
          description={description}
          aria-invalid={field.error !== undefined}
          checked={chosen.some((name) => names.includes(name))}
          onChange={(event) => field.set(event.currentTarget.checked ? [...chosen, reference] : without(names))}
        />
      ))}
      {without([...known]).map((name) => (
        <Checkbox
          key={name}
          label={name}
          description={missingText}
          checked
          onChange={() => field.set(without([name]))}
        />
      ))}
      {field.warning !== undefined && <p className="warning">⚠ {field.warning}</p>}
    </>
  );
}
