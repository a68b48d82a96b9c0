import { Checkbox, Radio } from '@mantine/core';
import { sentence, useEditor, useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { SelectField, TextField } from '../../authoring/fields/fields.tsx';
import { listOf, textOf } from '../../authoring/context/json-path.ts';
import type { ApiKeyItem } from '../../core/hangar.ts';
import { KeyToUse } from './KeyToUse.tsx';
import { usePeople } from './people.ts';
import { ROLE_TEXTS } from './roles.ts';

/** The key itself, its name, its owner, and where it works. */
export function KeyFields({ item }: { item: ApiKeyItem | undefined }) {
  return (
    <>
      {item !== undefined && <KeyToUse item={item} />}
      <TextField path={['name']} label="Name" hint="What it is for, or which program has it." />
      <Owner />
      <Environments />
      {item === undefined && (
        <TextField
          path={['key']}
          label="Key"
          hint="Made for you when it is saved; or give one that your program has already. It cannot be changed later."
          placeholder="tkn_…"
          mono
          optional
        />
      )}
    </>
  );
}

function Owner() {
  const field = useField(['user']);
  const people = usePeople();
  const [local, ...users] = people;
  const present = people.find(({ names }) => names.includes(textOf(field.value)));
  const optionOf = (value: string, { label, role }: { label: string; role: keyof typeof ROLE_TEXTS }) => ({
    value,
    label: `${label} · ${ROLE_TEXTS[role].label}`,
  });
  const data = users.map((user) => optionOf(user === present ? textOf(field.value) : user.reference, user));
  return (
    <SelectField
      path={['user']}
      label="Owner"
      hint="The key may do what its owner may, and answer the same prompts. Its runs show the key itself as their creator."
      data={local === undefined ? data : [optionOf(present === local ? textOf(field.value) : '', local), ...data]}
      onValue={(value) => field.set(value === '' ? undefined : value)}
    />
  );
}

function Environments() {
  const { definitions } = useEditor();
  const field = useField(['environments']);
  const isLimited = Array.isArray(field.value);
  const chosen = listOf(field.value).map(textOf);
  const known = new Set(definitions.environments.flatMap(({ id, slug }) => [id, slug]));
  const without = (...names: string[]) => chosen.filter((name) => !names.includes(name));
  return (
    <fieldset className={authoring['group']}>
      <legend>Environments</legend>
      <Radio.Group
        aria-label="Where the key works"
        value={isLimited ? 'some' : 'all'}
        onChange={(value) => field.set(value === 'all' ? undefined : [])}
      >
        <div className={authoring['checks']}>
          <Radio value="all" label="All environments" />
          <Radio value="some" label="Only these" />
        </div>
      </Radio.Group>
      {isLimited &&
        definitions.environments.map(({ id, slug, name }) => (
          <Checkbox
            key={id}
            label={name ?? slug}
            aria-invalid={field.error !== undefined}
            checked={chosen.includes(slug) || chosen.includes(id)}
            onChange={(event) => field.set(event.currentTarget.checked ? [...chosen, slug] : without(slug, id))}
          />
        ))}
      {chosen
        .filter((name) => !known.has(name))
        .map((name) => (
          <Checkbox key={name} label={`${name} (does not exist)`} checked onChange={() => field.set(without(name))} />
        ))}
      {field.error !== undefined && <p className={authoring['error']}>{sentence(field.error)}.</p>}
      {field.warning !== undefined && <p className={authoring['warning']}>⚠ {field.warning}</p>}
    </fieldset>
  );
}
