import { TextInput } from '@mantine/core';
import { RESOURCE_KINDS, resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { useEditor, useField } from '../../authoring/context/authoring.ts';
import { TextField } from '../../authoring/fields/fields.tsx';
import { type JsonObject, objectOf, textOf } from '../../authoring/context/json-path.ts';
import { Select } from '../../ui/Select.tsx';

const OTHER = '$other';
/** Field of a draft with the values of all kinds, so that switching the kind loses nothing. */
const TYPED = '$typed';

const KINDS = [
  { value: '', label: 'Choose…' },
  ...Object.entries(RESOURCE_KINDS).map(([value, { label }]) => ({ value, label: `${label} (${value})` })),
  { value: OTHER, label: 'Custom kind…' },
];

/** The kind of a resource; read-only once saved. */
export function KindField({ isSaved }: { isSaved: boolean }) {
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
