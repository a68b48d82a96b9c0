import authoring from '../../authoring/cards/authoring.module.css';
import { NamedFields } from '../../authoring/fields/NamedFields.tsx';
import type { GroupItem } from '../../core/hangar.ts';
import { usePeople } from './people.ts';
import { ReferenceChecks } from './ReferenceChecks.tsx';
import { ROLE_TEXTS } from './roles.ts';

/** Name, slug and members of a group. */
export function GroupFields({ item }: { item: GroupItem | undefined }) {
  const people = usePeople();
  return (
    <>
      <NamedFields at={[]} slugHint="Name of the group in reviewers and permissions." isSaved={item !== undefined} />
      <fieldset className={authoring['group']}>
        <legend>Members</legend>
        <ReferenceChecks
          path={['members']}
          options={people.map((person) => ({ ...person, description: ROLE_TEXTS[person.role].label }))}
          missingText="No such user"
        />
      </fieldset>
    </>
  );
}
