import { TextInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { MONO_INPUT } from '../../ui/inputs/mono-input.ts';
import { messagesOf, useEditor, useField } from '../context/authoring.ts';
import {
  type Json,
  type JsonObject,
  type JsonPath,
  objectOf,
  textOf,
  withValueAt,
} from '../../../shared/values/json.ts';
import { type MapRow, mapOfRows, rowsOf } from '../scope/draft-values.ts';
import { updatedReferencesText, useRenaming } from '../renaming/use-renaming.ts';
import { Rows } from './Rows.tsx';

/** A row with its name. `set` also names a row that has none. */
export interface NamedValue {
  readonly name: string;
  readonly label: string;
  readonly value: Json;
  readonly set: (value: Json, name?: string) => void;
}

interface MapFieldProps extends Pick<ComponentProps<typeof Rows>, 'icon' | 'empty'> {
  readonly path: JsonPath;
  /** The name of a row, such as `Environment variable`. */
  readonly noun: string;
  /** The label of the names. */
  readonly nameLabel: string;
  /** The value of a new row; '' by default. */
  readonly newValue?: Json;
  /** Renders the value of a row; a text field by default. */
  readonly renderValue?: (row: NamedValue) => ReactNode;
  /** True for values whose first field stands beside the name, and the rest below both. */
  readonly wide?: boolean;
  /** True when references to a name change with it. */
  readonly updatesReferences?: boolean;
  /** The rows of a value that is more than an object of names, and the value of rows. */
  readonly format?: {
    readonly rowsOf: (value: Json | undefined) => readonly MapRow[];
    readonly valueOf: typeof mapOfRows;
  };
}

/** An object as rows of names and values. */
export function MapField(props: MapFieldProps) {
  const { path, noun, nameLabel, newValue = '', updatesReferences = false, format = PLAIN } = props;
  const { renderValue = TextValue } = props;
  const field = useField(path);
  const { rename, count } = useRenaming();
  const { problemAt, touch, typeAt } = useEditor();
  const labelOf = (name: string, index: number) => (name === '' ? `${noun} ${index + 1}` : name);
  const rows = format.rowsOf(field.value);
  const setRows = (next: readonly (readonly [string, Json])[]) => field.set(format.valueOf(next));
  const setName = (index: number, [before, value]: MapRow, name: string) => {
    typeAt(path);
    const next = rows.with(index, [name, value]);
    if (!updatesReferences) setRows(next);
    else {
      const putRows = (draft: JsonObject) => objectOf(withValueAt(draft, path, format.valueOf(next)));
      rename({ key: index, path: [...path, before], to: name, put: putRows });
    }
  };
  return (
    <>
      <Rows
        {...{ icon: props.icon, empty: props.empty }}
        items={rows}
        onChange={setRows}
        blank={['', newValue]}
        columns="minmax(90px, 1fr) minmax(120px, 2fr)"
        nameOf={(index, [name]) => labelOf(name, index)}
        addLabel={`Add ${noun.toLowerCase()}`}
      >
        {({ item: [name, value], index }) => {
          const at = [...path, Array.isArray(field.value) ? index : name];
          const { error, warning } = messagesOf(problemAt(at));
          const set = (next: Json, preset = '') => setRows(rows.with(index, [name === '' ? preset : name, next]));
          return (
            <>
              <TextInput
                aria-label={`${nameLabel} of ${noun.toLowerCase()} ${index + 1}`}
                value={name}
                placeholder={nameLabel}
                error={error}
                {...MONO_INPUT}
                onBlur={() => touch(at)}
                onChange={(event) => setName(index, [name, value], event.currentTarget.value)}
              />
              <div style={props.wide === true ? { display: 'contents' } : {}}>
                {renderValue({ name, label: labelOf(name, index), value, set })}
                {warning !== undefined && <p className="warning">⚠ {warning}</p>}
              </div>
            </>
          );
        }}
      </Rows>
      {count > 0 && <p className="quiet">{updatedReferencesText(count)}</p>}
    </>
  );
}

const PLAIN = { rowsOf, valueOf: mapOfRows };

function TextValue({ label, value, set }: NamedValue) {
  return (
    <TextInput
      aria-label={`Value of ${label}`}
      placeholder="Value"
      value={textOf(value)}
      autoComplete="off"
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
