import { Anchor, Autocomplete } from '@mantine/core';
import { Link } from 'wouter';
import { findByReference } from '../../core/data/collection.ts';
import { useField } from '../context/authoring.ts';
import { useDefinitions } from '../context/workspace-definitions.ts';
import classes from '../cards/authoring.module.css';
import { SelectField } from './fields.tsx';
import { type JsonPath, textOf } from '../../../shared/values/json.ts';
import { MapField } from './MapField.tsx';
import { Folded } from './Folded.tsx';

interface TaskReferenceFieldProps {
  readonly path: JsonPath;
  /** Called with the chosen task instead of setting it. */
  readonly onValue?: (task: string) => void;
}

/** A field to choose the executed task. */
export function TaskReferenceField({ path, ...rest }: TaskReferenceFieldProps) {
  const definitions = useDefinitions();
  const reference = textOf(useField(path).value);
  const task = findByReference(definitions.tasks, reference);
  const data = definitions.tasks.map(({ slug, name = slug }) => ({
    value: slug,
    label: name === slug ? slug : `${name} (${slug})`,
  }));
  const byID = task !== undefined && reference === task.id && reference !== task.slug;
  return (
    <div>
      <SelectField
        {...rest}
        path={path}
        label="Task"
        data={byID ? [{ value: reference, label: `${task.name ?? task.slug} (${reference})` }, ...data] : data}
      />
      {task !== undefined && (
        <Anchor component={Link} href={`/tasks/${task.id}`} className={classes['follow'] ?? ''}>
          Open this task
        </Anchor>
      )}
    </div>
  );
}

/** Resources that replace those of the executed task, by alias. */
export function BoundResources({ path }: { path: JsonPath }) {
  const definitions = useDefinitions();
  return (
    <Folded summary="Override resources" paths={[path]}>
      <MapField
        path={path}
        noun="Resource"
        nameLabel="Alias"
        renderValue={({ label, value, set }) => (
          <Autocomplete
            aria-label={`Resource of ${label}`}
            placeholder="Slug or ID"
            data={definitions.resources.map(({ slug }) => slug)}
            value={textOf(value)}
            onChange={set}
          />
        )}
      />
    </Folded>
  );
}
