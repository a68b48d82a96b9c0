import { KeyRoundIcon } from 'lucide-react';
import { RecordPage, type RecordKind } from '../../authoring/records/RecordPage.tsx';
import { type ApiKeyItem, useInfo } from '../../core/data/hangar.ts';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';
import classes from './api-keys.module.css';
import { kindOf } from '../../authoring/editor/use-editing.ts';
import { ApiKey } from '../../../shared/model/workspace.ts';
import { type JsonObject, textOf } from '../../../shared/values/json.ts';
import { errorsAt, type Problem } from '../../authoring/context/problem.ts';
import type { WorkspaceDefinitions } from '../../authoring/context/workspace-definitions.ts';
import { KeyFields } from './KeyFields.tsx';
import {
  missingWarnings,
  peopleOf,
  type Person,
  canOwnKeys,
  KEY_OWNERS,
  ROLE_TEXTS,
} from '../../authoring/people/people.ts';

/** `/api-keys`, `/api-keys/new`, `/api-keys/:id`. */
export function ApiKeysPage() {
  return <RecordPage kind={keyKind} />;
}

/** The key of the local user, which is valid although it is not in the list. */
function LocalKey() {
  const info = useInfo();
  return (
    <div className={classes['local']}>
      <div className={classes['localKey']}>
        <span>You (local user)</span>
        <code className={classes['localText']}>{info?.apiKey ?? ''}</code>
      </div>
      <CopyButton value={info?.apiKey ?? ''} label="Copy the local user’s API key" short="Copy" />
    </div>
  );
}

/** API keys, for `RecordPage`. */
const keyKind: RecordKind<ApiKeyItem> = {
  ...kindOf('apiKeys', '/api-keys'),
  name: 'API keys',
  // The key of a new entry is optional: `beforeSave` generates it.
  schema: ApiKey.extend({ key: ApiKey.shape.key.optional() }),
  blank: { name: '' },
  summarize: ({ name, id, user, environments }) => ({
    title: name || id,
    marks: environments === undefined ? [] : [environments.join(', ') || 'no environment'],
    note: user ?? 'You (local user)',
  }),
  titleOf: ({ name, id }) => textOf(name) || textOf(id),
  check: keyProblems,
  beforeSave: (value) => (textOf(value['key']) === '' ? { ...value, key: newKey() } : value),
  deleteVerb: 'Revoke',
  Fields: KeyFields,
  Introduction: LocalKey,
  icon: KeyRoundIcon,
  emptyText: 'A key for each program or user tells them apart.',
};

function keyProblems({ user, environments }: JsonObject, definitions: WorkspaceDefinitions): readonly Problem[] {
  return [
    ...ownerProblems(textOf(user), peopleOf(definitions)),
    ...(Array.isArray(environments) && environments.length === 0
      ? errorsAt([{ path: ['environments'], text: 'select at least one, or all environments' }])
      : []),
    ...missingWarnings('environments', 'environment', environments, definitions),
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

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH = 32;

/** A new API key: `tkn_` and 192 random bits. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return `tkn_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
