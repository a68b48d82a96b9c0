import type { JsonPath } from '../values/json-path.ts';
import { type ReferencePlace, EACH } from './collection-entry.ts';

export const PERMISSIONS: readonly ReferencePlace[] = [
  { at: ['permissions', EACH, 'subGroupID'], what: 'group' },
  { at: ['permissions', EACH, 'subUserID'], what: 'user' },
];

/** References of a step or a block. */
export function workReferences(place: JsonPath): readonly ReferencePlace[] {
  return [
    { at: [...place, 'task'], what: 'task' },
    { at: [...place, 'resources', EACH], what: 'resource' },
    { at: [...place, 'reviewers', 'groups', EACH], what: 'group' },
    { at: [...place, 'reviewers', 'users', EACH], what: 'user' },
  ];
}

/** References in the `match` of a rule. */
export const MATCH: readonly ReferencePlace[] = [
  { at: ['match', 'task'], what: 'task' },
  { at: ['match', 'runbook'], what: 'runbook' },
  { at: ['match', 'environment'], what: 'environment' },
];
