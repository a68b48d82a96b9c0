import { TextInput } from '@mantine/core';
import classes from '../cards/authoring.module.css';
import { type JsonPath, textOf } from '../context/json-path.ts';
import { MapField } from './MapField.tsx';
import { useEditor, useField } from '../context/authoring.ts';
import { rowsOf } from '../scope/draft-values.ts';

/** Resources that replace those of the executed task, by alias. */
export function BoundResources({ path }: { path: JsonPath }) {
  const { definitions } = useEditor();
  const isUsed = rowsOf(useField(path).value).length > 0;
  return (
    <details className={classes['more']} open={isUsed}>
      <summary>Override resources</summary>
      <datalist id="known-resources">
        {definitions.resources.map(({ id, slug }) => (
          <option key={id} value={slug} />
        ))}
      </datalist>
      <MapField
        path={path}
        noun="Resource"
        nameLabel="Alias"
        renderValue={({ label, value, set }) => (
          <TextInput
            aria-label={`Resource of ${label}`}
            placeholder="Slug or ID"
            list="known-resources"
            value={textOf(value)}
            onChange={(event) => set(event.currentTarget.value)}
          />
        )}
      />
    </details>
  );
}
