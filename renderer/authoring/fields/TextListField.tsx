import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { MONO_INPUT } from '../../ui/mono-input.ts';
import { sentence, useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type JsonPath, listOf, textOf } from '../context/json-path.ts';
import { showAndFocus } from '../cards/show-and-focus.ts';

interface TextListFieldProps {
  readonly path: JsonPath;
  readonly label: string;
  /** The name of an item, such as `Argument`. */
  readonly noun: string;
  readonly firstNoun?: string;
  readonly hint?: string;
  /** Texts to choose from. */
  readonly suggestions?: readonly string[];
}

/** A list of texts. */
export function TextListField({ path, label, noun, firstNoun = noun, hint, suggestions }: TextListFieldProps) {
  const field = useField(path);
  const { problemAt } = useEditor();
  const container = useRef<HTMLFieldSetElement>(null);
  const items = listOf(field.value);
  const listId = suggestions === undefined ? undefined : `known-${path.join('-')}`;
  const add = () =>
    showAndFocus(
      () => field.set([...items, '']),
      () => [...(container.current?.querySelectorAll('input') ?? [])].at(-1),
    );
  const nameOf = (index: number) => (index === 0 && firstNoun !== noun ? firstNoun : `${noun} ${index + 1}`);
  return (
    <fieldset ref={container} className={classes['group']}>
      <legend>{label}</legend>
      {hint !== undefined && <p className={classes['hint']}>{hint}</p>}
      {listId !== undefined && (
        <datalist id={listId}>
          {suggestions?.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      {items.map((item, index) => {
        const problem = problemAt([...path, index]);
        return (
          // Items have no identity but their index.
          <div key={index} className={classes['listRow']}>
            <TextInput
              aria-label={nameOf(index)}
              value={textOf(item)}
              placeholder={nameOf(index)}
              error={problem?.severity === 'error' ? sentence(problem.text) : undefined}
              description={problem?.severity === 'warning' ? `⚠ ${problem.text}` : undefined}
              {...MONO_INPUT}
              {...(listId === undefined ? {} : { list: listId })}
              onChange={(event) => field.set(items.with(index, event.currentTarget.value))}
            />
            <ActionIcon aria-label={`Remove ${nameOf(index)}`} onClick={() => field.set(items.toSpliced(index, 1))}>
              ✕
            </ActionIcon>
          </div>
        );
      })}
      {field.error !== undefined && <p className={classes['error']}>{field.error}</p>}
      <div>
        <Button onClick={add}>Add {(items.length === 0 ? firstNoun : noun).toLowerCase()}</Button>
      </div>
    </fieldset>
  );
}
