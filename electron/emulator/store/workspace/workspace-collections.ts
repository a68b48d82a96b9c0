import type { z } from 'zod';
import { idOf } from '../../engine/definitions.ts';
import type { IdKind } from '../../../../shared/values/identifier.ts';
import { Runbook } from '../../../../shared/model/runbook.ts';
import { Task } from '../../../../shared/model/task.ts';
import { ApiKey, Environment, Group, Resource, User, type Workspace } from '../../../../shared/model/workspace.ts';

/** A list of the workspace. Its items are identified by ID, or by the name that their ID is derived from. */
export interface WorkspaceCollection {
  readonly name: Exclude<keyof Workspace, 'version' | 'settings'>;
  readonly kind: IdKind;
  /** Field that stands for the item in references. */
  readonly nameField: 'slug' | 'email' | 'key';
  readonly schema: z.ZodType;
}

/** The collections, in the file's order. */
export const COLLECTIONS: readonly WorkspaceCollection[] = [
  { name: 'environments', kind: 'environment', nameField: 'slug', schema: Environment },
  { name: 'users', kind: 'user', nameField: 'email', schema: User },
  { name: 'groups', kind: 'group', nameField: 'slug', schema: Group },
  { name: 'apiKeys', kind: 'key', nameField: 'key', schema: ApiKey },
  { name: 'resources', kind: 'resource', nameField: 'slug', schema: Resource },
  { name: 'tasks', kind: 'task', nameField: 'slug', schema: Task },
  { name: 'runbooks', kind: 'runbook', nameField: 'slug', schema: Runbook },
];

/** Fields for identifying an item of any collection. */
export type Named = { readonly id?: string | undefined } & Readonly<Record<string, unknown>>;

/** The text that an item's ID is derived from. */
export function nameOf({ nameField }: WorkspaceCollection, item: object): string {
  const name: unknown = Reflect.get(item, nameField);
  return typeof name === 'string' ? name : '';
}

/** Cache of derived IDs. Items are immutable, and a large workspace has many. */
const derived = new WeakMap<object, string>();

/** ID of an item, written or derived. */
export function effectiveId(collection: WorkspaceCollection, item: { readonly id?: string | undefined }): string {
  if (item.id !== undefined) return item.id;
  let id = derived.get(item);
  if (id === undefined) derived.set(item, (id = idOf(collection.kind, item, nameOf(collection, item))));
  return id;
}
