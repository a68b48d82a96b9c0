import { Checkbox } from '@mantine/core';
import { useField } from '../../authoring/context/authoring.ts';
import authoring from '../../authoring/cards/authoring.module.css';
import { listOf, textOf } from '../../authoring/context/json-path.ts';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import type { GroupItem } from '../../core/hangar.ts';
import { usePeople } from './people.ts';
import { ROLE_TEXTS } from './roles.ts';

/** Name, slug and members of a group. */
export function GroupFields({ item }: { item: GroupItem | undefined }) {
  return (
    <>
      <NamedFields
        at={[]}
        slugHint="Names the group among a prompt's reviewers and in permissions."
        isSaved={item !== undefined}
      />
      <Members />
    </>
  );
}

function Members() {
  const people = usePeople();
  const field = useField(['members']);
  const members = listOf(field.value).map(textOf);
  const known = new Set(people.flatMap(({ names }) => names));
  const strangers = members.filter((member) => !known.has(member));
  const without = (names: readonly string[]) => members.filter((member) => !names.includes(member));
  return (
    <fieldset className={authoring['group']}>
      <legend>Members</legend>
      {people.map(({ reference, label, role, names }) => (
        <Checkbox
          key={reference}
          label={label}
          description={ROLE_TEXTS[role].label}
          checked={members.some((member) => names.includes(member))}
          onChange={(event) => field.set(event.currentTarget.checked ? [...members, reference] : without(names))}
        />
      ))}
      {strangers.map((name) => (
        <Checkbox
          key={name}
          label={name}
          description="No such user"
          checked
          onChange={() => field.set(without([name]))}
        />
      ))}
      {field.warning !== undefined && <p className={authoring['warning']}>⚠ {field.warning}</p>}
    </fieldset>
  );
}
