import { ActionIcon, Button, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Json, JsonObject } from '../../../shared/values/json.ts';
import { MONO_INPUT } from '../../ui/mono-input.ts';
import { sentence, useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { type JsonPath, objectOf, withValueAt } from '../context/json-path.ts';
import { showAndFocus } from '../cards/show-and-focus.ts';
import { type MapRow, mapOfRows, rowsOf } from '../scope/draft-values.ts';
import { updatedPlacesText, useRenaming } from '../renaming/use-renaming.ts';

interface MapFieldProps {
  readonly path: JsonPath;
  /** The name of a row, such as `Environment variable`. */
  readonly noun: string;
  /** The label of the names. */
  readonly nameLabel: string;
  readonly newValue: Json;
  /** `set` also names a row that has no name. */
  readonly renderValue: (row: {
    name: string;
    label: string;
    value: Json;
    set: (value: Json, name?: string) => void;
  }) => ReactNode;
  readonly addLabel: string;
  /** True when references to a name change with it. */
  readonly updatesReferences?: boolean;
  /** Another representation of the value: its rows, and the value of rows. */
  readonly form?: {
    readonly rowsOf: (value: Json | undefined) => readonly MapRow[];
    readonly valueOf: typeof mapOfRows;
  };
}

/** An object as rows of names and values. */
export function MapField(props: MapFieldProps) {
  const { path, noun, nameLabel, newValue, renderValue, addLabel, updatesReferences = false, form = PLAIN } = props;
  const field = useField(path);
  const { rename, count } = useRenaming();
  const { problemAt, touch } = useEditor();
  const container = useRef<HTMLDivElement>(null);
  const rows = form.rowsOf(field.value);
  const setRows = (next: readonly (readonly [string, Json])[]) => field.set(form.valueOf(next));
  const setName = (index: number, [before, value]: MapRow, name: string) => {
    const next = rows.with(index, [name, value]);
    if (!updatesReferences) setRows(next);
    else {
      const putRows = (draft: JsonObject) => objectOf(withValueAt(draft, path, form.valueOf(next)));
      rename({ key: index, path: [...path, before], to: name, put: putRows });
    }
  };
  const add = () =>
    showAndFocus(
      () => setRows([...rows, ['', newValue]]),
      () => [...(container.current?.querySelectorAll<HTMLElement>('[data-name]') ?? [])].at(-1),
    );
  return (
    <div ref={container} className={classes['rows']}>
      {rows.map(([name, value], index) => {
        const label = name === '' ? `${noun} ${index + 1}` : name;
        const problem = problemAt([...path, Array.isArray(field.value) ? index : name]);
        const set = (next: Json, preset = '') => setRows(rows.with(index, [name === '' ? preset : name, next]));
        return (
          // A row has no identity but its index, because its name can be edited.
          <div key={index} className={classes['mapRow']}>
            <TextInput
              aria-label={`${nameLabel} of ${noun.toLowerCase()} ${index + 1}`}
              data-name
              value={name}
              placeholder={nameLabel}
              error={problem?.severity === 'error' ? sentence(problem.text) : undefined}
              {...MONO_INPUT}
              onBlur={() => touch([...path, Array.isArray(field.value) ? index : name])}
              onChange={(event) => setName(index, [name, value], event.currentTarget.value)}
            />
            <div className={classes['mapValue']}>
              {renderValue({ name, label, value, set })}
              {problem?.severity === 'warning' && <p className={classes['warning']}>⚠ {sentence(problem.text)}</p>}
            </div>
            <ActionIcon aria-label={`Remove ${label}`} onClick={() => setRows(rows.toSpliced(index, 1))}>
              ✕
            </ActionIcon>
          </div>
        );
      })}
      {count > 0 && <p className={classes['hint']}>{updatedPlacesText(count)}</p>}
      <div>
        <Button onClick={add}>{addLabel}</Button>
      </div>
    </div>
  );
}

const PLAIN = { rowsOf, valueOf: mapOfRows };
