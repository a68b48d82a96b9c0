import { Autocomplete, TextInput } from '@mantine/core';
import { UsersIcon } from 'lucide-react';
import { PERMISSION_ROLES } from '../../../shared/registry/permission-roles.ts';
import { useGroups, useInfo, useUsers } from '../../core/data/hangar.ts';
import { useEditor, useField } from '../context/authoring.ts';
import classes from '../cards/authoring.module.css';
import { Rows } from './Rows.tsx';
import { CheckField, problemProps } from './fields.tsx';
import { type Json, type JsonObject, listOf, objectOf, textOf } from '../../../shared/values/json.ts';
import { Select } from '../../ui/inputs/Select.tsx';

/** The permissions of a definition. `results` is the noun of its executions. */
export function AccessFields({ noun, results }: { noun: string; results?: string }) {
  const isPrivate = useField(['isPrivate']).value === true;
  const field = useField(['permissions']);
  const permissions = listOf(field.value);
  const later = `Permissions take effect once the ${noun} is private.`;
  return (
    <div className={classes['stack']}>
      <CheckField
        path={['isPrivate']}
        label="Private"
        hint={`Only admins and the users and groups below may use this ${noun}${results === undefined ? '' : `; its ${results} are private, too`}.`}
      />
      <fieldset className={classes['group']}>
        <legend>Permissions</legend>
        {permissions.length > 0 && (
          <p className="quiet">
            {isPrivate ? '' : `${later} `}The user or group of a permission may see and use the {noun}. Role and action
            are returned to clients and have no effect here.
          </p>
        )}
        <Rows
          items={permissions}
          onChange={field.set}
          blank={{ action: '', roleID: '' }}
          columns="minmax(140px, 2fr) minmax(70px, 1fr) minmax(70px, 1fr)"
          align="end"
          icon={UsersIcon}
          empty={isPrivate ? `Only admins may use this ${noun}.` : later}
          nameOf={(index) => `permission ${index + 1}`}
          addLabel="Add permission"
        >
          {({ item, index, set }) => <PermissionRow index={index} permission={objectOf(item)} onChange={set} />}
        </Rows>
      </fieldset>
    </div>
  );
}

interface PermissionRowProps {
  readonly index: number;
  readonly permission: JsonObject;
  readonly onChange: (permission: Json) => void;
}

function PermissionRow({ index, permission, onChange }: PermissionRowProps) {
  const { problemAt } = useEditor();
  const subjects = useSubjects();
  const { subUserID, subGroupID, roleID, action, ...others } = permission;
  const user = textOf(subUserID);
  const subject = user === '' ? textOf(subGroupID) && `group:${textOf(subGroupID)}` : `user:${user}`;
  const isKnown = subjects.some(({ value }) => value === subject);
  const data = isKnown ? subjects : [{ value: subject, label: subject === '' ? 'Choose…' : subject }, ...subjects];
  const set = (change: JsonObject) =>
    onChange({ ...others, action: textOf(action), roleID: textOf(roleID), ...subjectFields(subject), ...change });
  return (
    <>
      <Select
        label="Who"
        value={subject}
        data={data}
        {...problemProps(problemAt(['permissions', index]))}
        onValue={(chosen) => set(subjectFields(chosen))}
      />
      <Autocomplete
        label="Role"
        value={textOf(roleID)}
        placeholder="Any"
        data={PERMISSION_ROLES}
        {...problemProps(problemAt(['permissions', index, 'roleID']))}
        onChange={(role) => set({ roleID: role })}
      />
      <TextInput
        label="Action"
        value={textOf(action)}
        placeholder="Any"
        onChange={(event) => set({ action: event.currentTarget.value })}
      />
    </>
  );
}

/** The fields of the chosen user or group; the others are empty. */
function subjectFields(subject: string): JsonObject {
  const at = subject.indexOf(':');
  const [kind, id] = [subject.slice(0, at), subject.slice(at + 1)];
  if (kind === 'user') return { subUserID: id, subGroupID: '' };
  return kind === 'group' ? { subGroupID: id, subUserID: '' } : { subUserID: '', subGroupID: '' };
}

function useSubjects(): { value: string; label: string }[] {
  const groups = useGroups().items;
  const users = useUsers().items;
  const keys = useInfo()?.actors ?? [];
  const people = users.map(({ id, name, email }) => ({ value: `user:${id}`, label: name ?? email }));
  const known = new Set(people.map(({ value }) => value));
  return [
    ...groups.map(({ id, slug, name = slug }) => ({ value: `group:${id}`, label: `Group ${name}` })),
    ...people,
    ...keys.map(({ id, name }) => ({ value: `user:${id}`, label: name })).filter(({ value }) => !known.has(value)),
  ];
}
