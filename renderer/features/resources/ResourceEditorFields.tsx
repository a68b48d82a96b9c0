import { TextInput } from '@mantine/core';
import { Link } from 'wouter';
import { usagesOf } from '../../authoring/checks/usages.ts';
import { AccessFields } from '../../authoring/fields/AccessFields.tsx';
import { useDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import type { ResourceItem } from '../../core/data/hangar.ts';
import classes from '../../authoring/records/records.module.css';
import { ConfigFields } from './ConfigFields.tsx';
import { RESOURCE_KINDS, resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { useEditor, useField } from '../../authoring/context/authoring.ts';
import { TextField } from '../../authoring/fields/fields.tsx';
import { type JsonObject, objectOf, textOf } from '../../../shared/values/json.ts';
import { Select } from '../../ui/inputs/Select.tsx';

/** All fields of a resource, and its usages. */
export function ResourceEditorFields({ item }: { item: ResourceItem | undefined }) {
  return (
    <>
      <NamedFields at={[]} slugHint="Name of the resource in tasks and requests." isSaved={item !== undefined} />
      <KindField isSaved={item !== undefined} />
      <ConfigFields />
      <h2 className={classes['section']}>Access</h2>
      <AccessFields noun="resource" />
      {item !== undefined && <Usages item={item} />}
    </>
  );
}

function Usages({ item }: { item: ResourceItem }) {
  const definitions = useDefinitions();
  const usages = usagesOf('resource', item, definitions);
  return (
    <>
      <h2 className={classes['section']}>Used by</h2>
      {usages.length === 0 ? (
        <p className="quiet">Not used. Add it to a task on its Resources tab.</p>
      ) : (
        <ul className="lines">
          {usages.map(({ collection, id, title, paths: [path = []] }) => (
            <li key={id}>
              <Link href={`/${collection}/${id}/${path[0] ?? ''}`}>{title}</Link>
              <span className="quiet">
                as <code className="mono">resources.{path.at(-1)}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const OTHER = '$other';
/** Field of a draft with the values of all kinds, so that switching the kind loses nothing. */
const TYPED = '$typed';

const KINDS = [
  { value: '', label: 'Choose…' },
  ...Object.entries(RESOURCE_KINDS).map(([value, { label }]) => ({ value, label: `${label} (${value})` })),
  { value: OTHER, label: 'Custom kind…' },
];

/** The kind of a resource; read-only once saved. */
function KindField({ isSaved }: { isSaved: boolean }) {
  const { draft, change } = useEditor();
  const field = useField(['kind']);
  const kind = textOf(field.value);
  if (isSaved) {
    const listed = resourceKindOf(kind)?.label;
    return (
      <TextInput
        label="Kind"
        description="The kind cannot be changed."
        value={listed === undefined ? kind : `${listed} (${kind})`}
        variant="filled"
        readOnly
      />
    );
  }
  const isOther = draft[OTHER] === true;
  const choose = (value: string) =>
    change((before) => {
      const typed = { ...objectOf(before[TYPED]), ...withoutPresets(kind, objectOf(before['resource'])) };
      const fields = resourceKindOf(value)?.fields.map(({ name }) => name);
      const kept = Object.entries(typed).filter(([name]) => fields?.includes(name) ?? true);
      const resource = { ...presetsOf(value), ...Object.fromEntries(kept) };
      return { ...before, [TYPED]: typed, [OTHER]: value === OTHER, resource, kind: value === OTHER ? '' : value };
    });
  return (
    <>
      <Select
        label="Kind"
        value={isOther ? OTHER : kind}
        data={KINDS}
        error={isOther ? undefined : field.error}
        onBlur={field.touch}
        onValue={choose}
      />
      {isOther && <TextField path={['kind']} label="Custom kind" hint="Accepts any JSON object." mono />}
    </>
  );
}

/** Initial values of the fields of a kind. */
function presetsOf(kind: string): JsonObject {
  const fields = resourceKindOf(kind)?.fields ?? [];
  return Object.fromEntries(fields.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));
}

/** The typed values: those that differ from the presets of a kind. */
function withoutPresets(kind: string, resource: JsonObject): JsonObject {
  const presets = presetsOf(kind);
  return Object.fromEntries(Object.entries(resource).filter(([name, value]) => presets[name] !== value));
}
