import { Checkbox } from '@mantine/core';
import { useField } from '../context/authoring.ts';
import { type JsonPath, listOf, textOf } from '../../../shared/values/json.ts';
import { stripBidiControls } from '../../ui/text/shown-text.tsx';

/** A definition that a list of references can contain. */
interface ReferenceOption {
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
  const chosenNames = new Set(chosen);
  const known = new Set(options.flatMap(({ names }) => names));
  const missing = [...chosenNames].filter((name) => !known.has(name));
  const remove = (names: readonly string[]) => field.set(chosen.filter((name) => !names.includes(name)));
  return (
    <>
      {options.map(({ reference, label, description, names }) => (
        <Checkbox
          key={reference}
          label={stripBidiControls(label)}
          description={description}
          aria-invalid={field.error !== undefined}
          checked={names.some((name) => chosenNames.has(name))}
          onChange={(event) => (event.currentTarget.checked ? field.set([...chosen, reference]) : remove(names))}
        />
      ))}
      {missing.map((name) => (
        <Checkbox
          key={name}
          label={stripBidiControls(name)}
          description={missingText}
          checked
          onChange={() => remove([name])}
        />
      ))}
      {field.warning !== undefined && <p className="warning">⚠ {field.warning}</p>}
    </>
  );
}
