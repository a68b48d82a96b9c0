import type { Actor } from '../../../../shared/contract/emulator/control.ts';
import type { Caller, Permission, Role } from '../../../../shared/model/access.ts';
import type { Oddity } from '../../../../shared/model/resource-config.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import {
  LOCAL_USER,
  SCHEDULE_USER_ID,
  WEBHOOK_USER_ID,
  type Definitions,
  type EnvironmentDefinition,
  type KeyDefinition,
} from '../definitions/definitions.ts';
import { notFound, type EngineContext } from '../context/engine-context.ts';
import type { RunKeys } from './run-credentials.ts';
import { assertMayTrigger, chooseEnvironment } from './caller-environment.ts';
import { assertEnvironmentOf, mayUseEnvironment, notVisible } from '../context/scope.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';

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
  const { ownerID, userID, role } = caller;
  if (item.environmentID !== undefined && !mayUseEnvironment(caller, item.environmentID)) return false;
  if (!item.isPrivate || role === 'admin') return true;
  if (item.createdBy !== undefined && (item.createdBy === userID || isOwner(definitions, item.createdBy, ownerID)))
    return true;
  return item.permissions.some(
    ({ subUserID, subGroupID }) =>
      (subUserID !== '' && isUser(definitions, caller, subUserID)) ||
      (subGroupID !== '' && isMember(definitions, caller, subGroupID)),
  );
}

/** True when a user or an API key belongs to an owner. Keys whose owner was deleted have none in common. */
export function isOwner(definitions: Definitions, userID: string, ownerID: string): boolean {
  return ownerID !== '' && ownerOf(definitions, userID) === ownerID;
}

/** Throws 403 for an item that the caller may not see. */
export function assertMaySee(definitions: Definitions, caller: Caller, item: AccessControlled, noun: string): void {
  if (maySee(definitions, caller, item)) return;
  const isRun = item.environmentID !== undefined;
  const decision = item.isPrivate && isRun ? 'private-runs' : 'roles';
  throw notVisible(noun, decision);
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

/** The permissions that name neither a user, nor the API user of a key, nor a group that there is, each with the place of the name. */
export function emptyPermissions(definitions: Definitions, permissions: readonly Permission[]): readonly Oddity[] {
  return permissions.flatMap(({ subUserID, subGroupID }, index): Oddity[] => {
    const path = ['permissions', index] as const;
    if (subUserID === '' && subGroupID === '') return [{ path, message: 'names neither a user nor a group' }];
    const isUser = definitions.users.find(subUserID) !== undefined || keyOf(definitions, subUserID) !== undefined;
    const isGroup = definitions.groups.find(subGroupID) !== undefined;
    return [
      ...(subUserID === '' || isUser ? [] : [{ path: [...path, 'subUserID'], message: noSuch('user', subUserID) }]),
      ...(subGroupID === '' || isGroup
        ? []
        : [{ path: [...path, 'subGroupID'], message: noSuch('group', subGroupID) }]),
    ];
  });
}

function noSuch(what: string, name: string): string {
  return `there is no ${what} "${quoteForMessage(name)}"`;
}

/** The owner of the key for an API user, otherwise the user itself. */
function ownerOf(definitions: Definitions, userID: string): string {
  return keyOf(definitions, userID)?.ownerID ?? userID;
}

/** The key that acts as an API user. */
function keyOf(definitions: Definitions, userID: string): KeyDefinition | undefined {
  for (const key of definitions.keys.values()) if (key.apiUserID === userID) return key;
  return undefined;
}

function keyCaller(definitions: Definitions, key: KeyDefinition): Caller {
  const environmentIDs = key.environments?.map((named) => definitions.environments.find(named)?.id ?? '') ?? null;
  return { userID: key.apiUserID, ownerID: key.ownerID, role: key.role, environmentIDs, runID: '' };
}

function userCaller(userID: string, role: Role): Caller {
  return { userID, ownerID: userID, role, environmentIDs: null, runID: '' };
}

/** A run, session or request, whose code acts for its creator. */
interface Created {
  readonly createdBy: string;
  readonly environmentID: string;
}

/**
 * The caller on whose behalf a run or session executes others: its creator, with the limits of the creator's key. A webhook is
 * bound to one environment (service API, "Webhook trigger"), and so is what a key that was deleted meanwhile has started: that
 * has the least role besides. @param runID the parent run
 */
export function creatorCaller(definitions: Definitions, { createdBy, environmentID }: Created, runID = ''): Caller {
  const key = keyOf(definitions, createdBy);
  if (key !== undefined) return { ...keyCaller(definitions, key), runID };
  const user = definitions.users.byId(createdBy);
  if (user !== undefined) return { ...userCaller(user.id, user.role), runID };
  const role = [WEBHOOK_USER_ID, SCHEDULE_USER_ID].includes(createdBy) ? 'admin' : 'restricted_developer';
  return { ...userCaller(createdBy, role), environmentIDs: [environmentID], runID };
}

/** Identifies callers and finds the environments that they may use. */
export function createAccess(context: EngineContext, runKeys: RunKeys) {
  return {
    /** The caller of an API key, or `undefined` for an unknown key. */
    byKey: (key: string) => {
      const definitions = context.definitions();
      const known = definitions.keys.get(key);
      if (known === undefined) return runCaller(context, runKeys.runID(key));
      const isBypass = known.requests === 'bypass' && known.role === 'admin';
      return { ...keyCaller(definitions, known), ...(isBypass ? { bypassesRequests: true as const } : {}) };
    },
    /** The user of the window. */
    localUser: () => LOCAL_CALLER,
    /** A user by ID or e-mail. Throws 404. Used to answer a prompt as another user. */
    byUser: (named: string) => {
      const user = context.definitions().users.find(named) ?? notFound('user', named);
      return userCaller(user.id, user.role);
    },
    webhookUser: () => userCaller(WEBHOOK_USER_ID, 'admin'),
    /** The user who executes what a schedule names. */
    scheduleUser: () => userCaller(SCHEDULE_USER_ID, 'admin'),
    /** The display name of a user ID; "" when unknown. */
    nameOf: (userID: string) => actorName(context.definitions(), userID),
    /** The name of the API key that acts as a user; "" for others. */
    keyName: (userID: string) => keyOf(context.definitions(), userID)?.name ?? '',
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
    /** Throws 403 when the caller's key is limited to other environments than that of an item. An unknown item is not refused. */
    assertMayConcern: (kind: 'run' | 'session' | 'prompt', id: string, caller: Caller) => {
      if (caller.environmentIDs === null) return;
      const found = kind === 'prompt' ? runOfPrompt(context, id) : context.state.get(kind, id);
      if (found !== undefined) assertEnvironmentOf(caller, found.environmentID, kind === 'session' ? kind : 'run');
    },
    /** Finds the environment of a request by ID or slug, the default one when absent (decision `env-selection`). Throws 404 for an unknown one, 403 when the key is restricted to others. */
    environment: (named: string | undefined, caller: Caller) => chooseEnvironment(context, named, caller),
  };
}

/** The caller of a run's own key, by the definitions of now: a key that is limited or deleted meanwhile limits its runs. */
function runCaller(context: EngineContext, runID: string | undefined): Caller | undefined {
  const run = runID === undefined ? undefined : context.state.get('run', runID);
  return run && creatorCaller(context.definitions(), run, run.id);
}

function runOfPrompt({ state }: EngineContext, id: string): Created | undefined {
  return state.get('run', state.get('prompt', id)?.runID ?? '');
}

/** The display name of a user ID; "" when unknown. */
export function actorName(definitions: Definitions, userID: string): string {
  return namesOf(definitions).get(userID) ?? '';
}

const namesOf = memoizeByObject(
  (definitions: Definitions) => new Map(actorsOf(definitions).map(({ id, name }) => [id, name])),
);

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
  return [
    ...people,
    ...keys,
    { id: WEBHOOK_USER_ID, name: 'Webhook', role: 'admin', kind: 'webhook' },
    { id: SCHEDULE_USER_ID, name: 'Schedule', role: 'admin', kind: 'schedule' },
  ];
}
