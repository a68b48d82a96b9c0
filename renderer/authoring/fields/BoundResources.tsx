import { Autocomplete } from '@mantine/core';
import { type JsonPath, textOf } from '../context/json-path.ts';
import { MapField } from './MapField.tsx';
import { useDefinitions } from '../context/workspace-definitions.ts';
import { Folded } from './Folded.tsx';

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
