import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { isLabelled } from '../../../shared/model/parameter-options.ts';
import { capitalized } from '../../../shared/values/messages.ts';
import { useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type Json, type JsonPath, listOf, objectOf, textOf } from '../../../shared/values/json.ts';
import { textOfValue, valueOfText } from '../context/parameter-type.ts';
import { Rows } from './Rows.tsx';
import { useFieldText } from './use-field-text.ts';

/** The allowed values of a parameter, each with an optional label. */
export function OptionsField({ path }: { path: JsonPath }) {
  const at = [...path, 'constraints', 'options'];
  const field = useField(at);
  const type = textOf(objectOf(useField(path).value)['type']);
  const options = listOf(field.value);
  return (
    <fieldset className={classes['group']}>
      <legend>Options</legend>
      <Rows
        items={options}
        onChange={field.set}
        blank=""
        columns="minmax(90px, 1fr) minmax(120px, 2fr)"
        nameOf={(index) => `option ${index + 1}`}
        addLabel="Add option"
        empty="Without options, any value of the type is valid."
      >
        {({ item, index, set, add }) => (
          <OptionRow path={[...at, index]} index={index} type={type} option={item} onChange={set} onNext={add} />
        )}
      </Rows>
    </fieldset>
  );
}

interface OptionRowProps {
  readonly path: JsonPath;
  readonly index: number;
  readonly type: string;
  readonly option: Json;
  readonly onChange: (option: Json) => void;
  /** Called when Enter is pressed. */
  readonly onNext: () => void;
}

function OptionRow({ path, index, type, option, onChange, onNext }: OptionRowProps) {
  const { visibleProblems } = useEditor();
  const { value, label } = isLabelled(option) ? option : { value: option, label: '' };
  const write = (next: Json, text: string) => onChange(text === '' ? next : { label: text, value: next });
  const { text, setText } = useFieldText(value, {
    read: (typed) => valueOfText(typed, type),
    write: (each) => textOfValue(each ?? ''),
  });
  const problem = visibleProblems(path)[0];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onNext();
  };
  return (
    <>
      <TextInput
        aria-label={`Value of option ${index + 1}`}
        placeholder="Value"
        value={text}
        error={problem === undefined ? undefined : capitalized(problem.text)}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={(event) => write(setText(event.currentTarget.value) ?? '', label)}
      />
      <TextInput
        aria-label={`Label of option ${index + 1}`}
        placeholder="Label (optional)"
        value={label}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={(event) => write(value, event.currentTarget.value)}
      />
    </>
  );
}
