import { ApiError } from '../../../shared/http/errors.ts';
import type { Actor } from '../../../shared/contract/emulator/control.ts';
import type { Caller, Permission, Role } from '../../../shared/model/access.ts';
import {
  LOCAL_USER,
  WEBHOOK_USER_ID,
  type Definitions,
  type EnvironmentDefinition,
  type KeyDefinition,
} from './definitions.ts';
import { notFound, type EngineContext } from './engine-context.ts';
import type { RunKeys } from './run-keys.ts';
import { chooseEnvironment, assertMayTrigger } from './caller-environment.ts';

/** An item that may be private (service API, "Permission"). */
export interface AccessControlled {
  readonly isPrivate: boolean;
  readonly permissions: readonly Permission[];
  /** Absent for definitions, except for resources created over `/v0`. */
  readonly createdBy?: string | undefined;
  /** Absent for definitions, which belong to no environment. */
  readonly environmentID?: string;
}

const LOCAL_CALLER = userCaller(LOCAL_USER.id, 'admin');

/** True when the caller may see and use an item (decision `roles`). */
export function maySee(definitions: Definitions, caller: Caller, item: AccessControlled): boolean {
  const { environmentIDs, ownerID, userID, role } = caller;
  if (environmentIDs !== null && item.environmentID !== undefined && !environmentIDs.includes(item.environmentID))
    return false;
  if (!item.isPrivate || role === 'admin') return true;
  if (item.createdBy !== undefined && (item.createdBy === userID || ownerOf(definitions, item.createdBy) === ownerID))
    return true;
  return item.permissions.some(
    ({ subUserID, subGroupID }) =>
      (subUserID !== '' && isUser(definitions, caller, subUserID)) ||
      (subGroupID !== '' && isMember(definitions, caller, subGroupID)),
  );
}

/** Throws 403 for an item that the caller may not see. */
export function assertMaySee(definitions: Definitions, caller: Caller, item: AccessControlled, noun: string): void {
  if (maySee(definitions, caller, item)) return;
  const isRun = item.environmentID !== undefined;
  const decision = item.isPrivate && isRun ? 'private-runs' : 'roles';
  throw new ApiError('forbidden', `You may not see or use this ${noun}.`, { decision });
}

/** True when a user ID or e-mail names the caller. An API key is named by its own ID or its owner's. */
export function isUser(definitions: Definitions, caller: Caller, named: string): boolean {
  const id = definitions.users.find(named)?.id ?? named;
  return id === caller.ownerID || id === caller.userID;
}

/** True when the caller is a member of the group with this slug or ID. */
export function isMember(definitions: Definitions, caller: Caller, group: string): boolean {
  return definitions.groups.find(group)?.members.some((member) => isUser(definitions, caller, member)) ?? false;
}

/** The owner of the key for an API user, otherwise the user itself. */
export function ownerOf(definitions: Definitions, userID: string): string {
  for (const key of definitions.keys.values()) if (key.apiUserID === userID) return key.ownerID;
  return userID;
}

function keyCaller(definitions: Definitions, key: KeyDefinition): Caller {
  const environmentIDs = key.environments?.map((named) => definitions.environments.find(named)?.id ?? '') ?? null;
  const bypass = key.requests === 'bypass' && key.role === 'admin' ? ({ bypassesRequests: true } as const) : {};
  return { userID: key.apiUserID, ownerID: key.ownerID, role: key.role, environmentIDs, runID: '', ...bypass };
}

function userCaller(userID: string, role: Role): Caller {
  return { userID, ownerID: userID, role, environmentIDs: null, runID: '' };
}

/** The caller on whose behalf a run or session executes others: its creator, in any environment. @param runID the parent run */
export function creatorCaller(definitions: Definitions, createdBy: string, runID = ''): Caller {
  const ownerID = ownerOf(definitions, createdBy);
  const role = definitions.users.byId(ownerID)?.role ?? 'admin';
  return { userID: createdBy, ownerID, role, environmentIDs: null, runID };
}

/** Identifies callers and finds the environments that they may use. */
export function createAccess(context: EngineContext, runKeys: RunKeys) {
  return {
    /** The caller of an API key, or `undefined` for an unknown key. */
    byKey: (key: string) => {
      const definitions = context.definitions();
      const known = definitions.keys.get(key);
      return known === undefined ? runKeys.caller(key) : keyCaller(definitions, known);
    },
    /** The user of the window. */
    localUser: () => LOCAL_CALLER,
    /** A user by ID or e-mail. Throws 404. Used to answer a prompt as another user. */
    byUser: (named: string) => {
      const user = context.definitions().users.find(named) ?? notFound('user', named);
      return userCaller(user.id, user.role);
    },
    webhookUser: () => userCaller(WEBHOOK_USER_ID, 'admin'),
    /** The display name of a user ID; "" when unknown. */
    nameOf: (userID: string) => actorName(context.definitions(), userID),
    /** The name of the API key that acts as a user; "" for others. */
    keyName: (userID: string) =>
      [...context.definitions().keys.values()].find(({ apiUserID }) => apiUserID === userID)?.name ?? '',
    /** Every actor whose ID can appear in a response. */
    actors: () => actorsOf(context.definitions()),
    /** A user or an API user by ID. Throws 404. */
    user: (userID: string) => {
      const definitions = context.definitions();
      const { name } = actorsOf(definitions).find(({ id }) => id === userID) ?? notFound('user', userID);
      return { userID, email: definitions.users.byId(userID)?.email ?? '', name };
    },
    /** Throws 403 for a key that is restricted to other environments. */
    assertMayTrigger: (environment: EnvironmentDefinition, caller: Caller) =>
      assertMayTrigger(context.definitions(), environment, caller),
    /** Finds the environment of a request by ID or slug, the default one when absent (decision `env-selection`). Throws 404 for an unknown one, 403 when the key is restricted to others. */
    environment: (named: string | undefined, caller: Caller) => chooseEnvironment(context, named, caller),
  };
}

/** The display name of a user ID; "" when unknown. */
export function actorName(definitions: Definitions, userID: string): string {
  return actorsOf(definitions).find(({ id }) => id === userID)?.name ?? '';
}

function actorsOf(definitions: Definitions): Actor[] {
  const people = definitions.users.all.map(({ id, name, role }) => ({
    id,
    name,
    role,
    kind: id === LOCAL_USER.id ? ('local' as const) : ('user' as const),
  }));
  const keys = [...definitions.keys.values()].map((key) => ({
    id: key.apiUserID,
    name: `API user “${key.name}”`,
    role: key.role,
    kind: 'key' as const,
  }));
  return [...people, ...keys, { id: WEBHOOK_USER_ID, name: 'Webhook', role: 'admin', kind: 'webhook' }];
}
