import type { JsonObject } from '../../../shared/values/json.ts';
import { ApiKey } from '../../../shared/model/workspace.ts';
import { listOf, textOf } from '../../authoring/context/json-path.ts';
import { errorsAt, type Problem, takenProblems } from '../../authoring/context/problem.ts';
import { type ApiKeyItem, useHangar } from '../../core/hangar.ts';
import type { CheckContext, RecordKind } from '../../authoring/records/record-kind.ts';
import { useRecordStore } from '../../core/record-store.ts';
import { KeyFields } from './KeyFields.tsx';
import { newKey } from './new-key.ts';
import { type Person, usePeople } from './people.ts';
import { KEY_OWNERS, canOwnKeys, ROLE_TEXTS } from './roles.ts';

/** API keys, for `RecordPage`. */
export const keyKind: RecordKind<ApiKeyItem> = {
  noun: 'API key',
  collection: 'apiKeys',
  plural: 'API keys',
  pageTitle: 'Team',
  path: '/team/keys',
  // The key of a new entry is optional: `beforeSave` generates it.
  schema: ApiKey.extend({ key: ApiKey.shape.key.optional() }),
  blank: { name: '' },
  useStore: () => {
    const { api, collections } = useHangar();
    return useRecordStore({ collection: collections.apiKeys, endpoints: api.definitions.apiKeys, schema: ApiKey });
  },
  summarize: ({ name, id, user, environments }) => ({
    title: name || id,
    marks: environments === undefined ? [] : [environments.join(', ') || 'no environment'],
    note: user ?? 'You (local user)',
  }),
  titleOf: ({ name, id }) => textOf(name) || textOf(id),
  useCheck: () => {
    const people = usePeople();
    return (value, context) => keyProblems(value, context, people);
  },
  beforeSave: (value) => (textOf(value['key']) === '' ? { ...value, key: newKey() } : value),
  deleting: { verb: 'Revoke', done: 'revoked' },
  Fields: KeyFields,
  emptyText: 'Programs send an API key with each request. The overview shows the key of the local user.',
  placeholderText: 'Shows the key, its owner and environments.',
};

function keyProblems(
  value: JsonObject,
  { definitions, others }: CheckContext<ApiKeyItem>,
  people: readonly Person[],
): readonly Problem[] {
  const { environments } = value;
  const known = new Set(definitions.environments.flatMap(({ id, slug }) => [id, slug]));
  const missing = listOf(environments)
    .map(textOf)
    .filter((name) => !known.has(name));
  const list = missing.map((name) => `“${name}”`).join(', ');
  return [
    ...takenProblems('key', { value, others }, 'another API key has this text'),
    ...ownerProblems(textOf(value['user']), people),
    ...(Array.isArray(environments) && environments.length === 0
      ? errorsAt([{ path: ['environments'], text: 'select at least one, or all environments' }])
      : []),
    ...(missing.length === 0
      ? []
      : [{ path: ['environments'], text: `There is no environment ${list}.`, severity: 'warning' } as const]),
  ];
}

function ownerProblems(user: string, people: readonly Person[]): Problem[] {
  if (user === '') return [];
  const owner = people.find(({ names }) => names.includes(user));
  if (owner === undefined) {
    const text = `There is no user “${user}”: requests with this key are rejected.`;
    return [{ path: ['user'], text, severity: 'warning' }];
  }
  if (canOwnKeys(owner.role)) return [];
  const role = ROLE_TEXTS[owner.role].label.toLowerCase();
  return errorsAt([{ path: ['user'], text: `${owner.label} is a ${role} and cannot own an API key: ${KEY_OWNERS}` }]);
}
