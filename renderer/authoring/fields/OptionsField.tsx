import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { sentence, useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type JsonPath, listOf, objectOf, textOf } from '../context/json-path.ts';
import { showAndFocus } from '../cards/show-and-focus.ts';
import { textOfValue, valueOfText } from '../context/typed-text.ts';
import { useFieldText } from './use-field-text.ts';

/** The allowed values of a parameter, each with an optional label. */
export function OptionsField({ path }: { path: JsonPath }) {
  const at = [...path, 'constraints', 'options'];
  const field = useField(at);
  const type = textOf(objectOf(useField(path).value)['type']);
  const options = listOf(field.value);
  const container = useRef<HTMLFieldSetElement>(null);
  const add = () =>
    showAndFocus(
      () => field.set([...options, '']),
      () => [...(container.current?.querySelectorAll<HTMLElement>('[data-value]') ?? [])].at(-1),
    );
  return (
    <fieldset ref={container} className={classes['group']}>
      <legend>Options</legend>
      {options.length === 0 && <p className={classes['hint']}>Without options, any value of the type is valid.</p>}
      {options.map((option, index) => (
        // Options have no identity but their index.
        <OptionRow
          key={index}
          path={[...at, index]}
          index={index}
          type={type}
          option={option}
          onChange={(next) => field.set(options.with(index, next))}
          onRemove={() => field.set(options.toSpliced(index, 1))}
          onNext={add}
        />
      ))}
      <div>
        <Button onClick={add}>Add option</Button>
      </div>
    </fieldset>
  );
}

interface OptionRowProps {
  readonly path: JsonPath;
  readonly index: number;
  readonly type: string;
  readonly option: Json;
  readonly onChange: (option: Json) => void;
  readonly onRemove: () => void;
  /** Called when Enter is pressed. */
  readonly onNext: () => void;
}

function OptionRow({ path, index, type, option, onChange, onRemove, onNext }: OptionRowProps) {
  const { visibleProblems } = useEditor();
  const labelled = isJsonObject(option) && typeof option['label'] === 'string' && 'value' in option;
  const value: Json = labelled ? (option['value'] ?? null) : option;
  const label = labelled ? textOf(option['label']) : '';
  const write = (next: Json, text: string) => onChange(text === '' ? next : { label: text, value: next });
  const { text, setText } = useFieldText(value, {
    read: (typed) => valueOfText(typed, type),
    write: (each) => textOfValue(each ?? ''),
  });
  const problem = visibleProblems(path)[0];
  return (
    <div
      className={classes['mapRow']}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement) onNext();
      }}
    >
      <TextInput
        aria-label={`Value of option ${index + 1}`}
        data-value
        placeholder="Value"
        value={text}
        error={problem === undefined ? undefined : sentence(problem.text)}
        autoComplete="off"
        onChange={(event) => write(setText(event.currentTarget.value) ?? '', label)}
      />
      <TextInput
        aria-label={`Label of option ${index + 1}`}
        placeholder="Label (optional)"
        value={label}
        autoComplete="off"
        onChange={(event) => write(value, event.currentTarget.value)}
      />
      <ActionIcon aria-label={`Remove option ${index + 1}`} onClick={onRemove}>
        ✕
      </ActionIcon>
    </div>
  );
}
