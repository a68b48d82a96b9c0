import { Autocomplete, TextInput } from '@mantine/core';
import { MONO_INPUT } from '../../ui/inputs/mono-input.ts';
import { useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type JsonPath, listOf, textOf } from '../../../shared/values/json.ts';
import { problemProps } from './fields.tsx';
import { Rows } from './Rows.tsx';

interface TextListFieldProps {
  readonly path: JsonPath;
  readonly label: string;
  /** The name of an item, such as `Argument`. */
  readonly noun: string;
  readonly firstNoun?: string;
  readonly hint?: string;
  /** Texts to choose from. */
  readonly suggestions?: string[];
}

/** A list of texts. */
export function TextListField({ path, label, noun, firstNoun = noun, hint, suggestions }: TextListFieldProps) {
  const field = useField(path);
  const { problemAt } = useEditor();
  const items = listOf(field.value);
  const nameOf = (index: number) => (index === 0 && firstNoun !== noun ? firstNoun : `${noun} ${index + 1}`);
  return (
    <fieldset className={classes['group']}>
      <legend>{label}</legend>
      <Rows
        items={items}
        onChange={field.set}
        blank=""
        columns="minmax(0, 1fr)"
        nameOf={nameOf}
        addLabel={`Add ${(items.length === 0 ? firstNoun : noun).toLowerCase()}`}
      >
        {({ item, index, set }) => {
          const name = { 'aria-label': nameOf(index), placeholder: nameOf(index) };
          const shared = { ...name, value: textOf(item), ...problemProps(problemAt([...path, index])), ...MONO_INPUT };
          return suggestions === undefined ? (
            <TextInput {...shared} onChange={(event) => set(event.currentTarget.value)} />
          ) : (
            <Autocomplete {...shared} data={suggestions} onChange={set} />
          );
        }}
      </Rows>
      {hint !== undefined && <p className="quiet small">{hint}</p>}
      {field.error !== undefined && <p className="error">{field.error}</p>}
    </fieldset>
  );
}
