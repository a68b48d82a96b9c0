import { ApiError } from '../../../shared/http/errors.ts';
import type { Caller, Permission } from '../../../shared/model/access.ts';
import type { AccessOperations } from './engine.ts';
import {
  LOCAL_USER,
  WEBHOOK_USER_ID,
  type Definitions,
  type EnvironmentDefinition,
  type KeyDefinition,
} from './definitions.ts';
import { environmentOf } from './scope.ts';
import { notFound, type EngineContext } from './engine-context.ts';

/** A thing that may be private (service API, "Permission"). */
export interface AccessControlled {
  readonly isPrivate: boolean;
  readonly permissions: readonly Permission[];
  /** Absent for definitions but resources made by `/v0`: nobody in particular made them. */
  readonly createdBy?: string | undefined;
  /** Absent for what stands in no environment. */
  readonly environmentID?: string;
}

const LOCAL_CALLER: Caller = {
  userID: LOCAL_USER.id,
  ownerID: LOCAL_USER.id,
  role: 'admin',
  environmentIDs: null,
  runID: '',
};

/** Whether the caller may see and use a thing (decision `roles`). */
export function maySee(definitions: Definitions, caller: Caller, thing: AccessControlled): boolean {
  const { environmentIDs, ownerID, userID, role } = caller;
  if (environmentIDs !== null && thing.environmentID !== undefined && !environmentIDs.includes(thing.environmentID))
    return false;
  if (!thing.isPrivate || role === 'admin') return true;
  if (
    thing.createdBy !== undefined &&
    (thing.createdBy === userID || ownerOf(definitions, thing.createdBy) === ownerID)
  )
    return true;
  return thing.permissions.some(
    ({ subUserID, subGroupID }) =>
      (subUserID !== '' && isUser(definitions, caller, subUserID)) ||
      (subGroupID !== '' && isMember(definitions, caller, subGroupID)),
  );
}

/** Throws the 403 for a thing that the caller may not see. */
export function assertMaySee(definitions: Definitions, caller: Caller, thing: AccessControlled, noun: string): void {
  if (!maySee(definitions, caller, thing)) throw new ApiError('forbidden', `You may not see or use this ${noun}.`);
}

/** Whether a user's ID or e-mail names the caller; a key counts as its owner, and may be named itself. */
export function isUser(definitions: Definitions, caller: Caller, named: string): boolean {
  const id = definitions.users.find(named)?.id ?? named;
  return id === caller.ownerID || id === caller.userID;
}

/** Whether the caller is in a group, by the group's slug or ID. */
export function isMember(definitions: Definitions, caller: Caller, group: string): boolean {
  return definitions.groups.find(group)?.members.some((member) => isUser(definitions, caller, member)) ?? false;
}

/** The person behind a user: for an API user the owner of its key. */
export function ownerOf(definitions: Definitions, userID: string): string {
  for (const key of definitions.keys.values()) if (key.apiUserID === userID) return key.ownerID;
  return userID;
}

function keyCaller(definitions: Definitions, key: KeyDefinition): Caller {
  const environmentIDs = key.environments?.map((named) => definitions.environments.find(named)?.id ?? '') ?? null;
  return { userID: key.apiUserID, ownerID: key.ownerID, role: key.role, environmentIDs, runID: '' };
}

/** Keys of running processes, by key: what they execute becomes a child of their run. */
export class RunKeys {
  readonly #callers = new Map<string, Caller>();
  readonly #keyOfRun = new Map<string, string>();

  /** The key of a run; made when first asked for, valid until `revoke`. */
  issue(runID: string, secret: () => string, caller: Omit<Caller, 'runID'>): string {
    const known = this.#keyOfRun.get(runID);
    if (known !== undefined) return known;
    const key = `tkn_run_${secret()}`;
    this.#keyOfRun.set(runID, key);
    this.#callers.set(key, { ...caller, runID });
    return key;
  }

  revoke(runID: string): void {
    const key = this.#keyOfRun.get(runID);
    if (key === undefined) return;
    this.#keyOfRun.delete(runID);
    this.#callers.delete(key);
  }

  caller(key: string): Caller | undefined {
    return this.#callers.get(key);
  }
}

/** Who calls, and what they may name. */
export function createAccess(context: EngineContext, runKeys: RunKeys): AccessOperations {
  return {
    byKey: (key) => {
      const definitions = context.definitions();
      const known = definitions.keys.get(key);
      return known === undefined ? runKeys.caller(key) : keyCaller(definitions, known);
    },
    localUser: () => LOCAL_CALLER,
    byUser: (named) => {
      const user = context.definitions().users.find(named) ?? notFound('user', named);
      return { userID: user.id, ownerID: user.id, role: user.role, environmentIDs: null, runID: '' };
    },
    webhookUser: () => ({ ...LOCAL_CALLER, userID: WEBHOOK_USER_ID, ownerID: WEBHOOK_USER_ID }),
    nameOf: (userID) => actorName(context.definitions(), userID),
    actors: () => actorsOf(context.definitions()),
    assertMayTrigger: (environment, caller) => assertMayTrigger(context.definitions(), environment, caller),
    environment: (named, caller) => chooseEnvironment(context, named, caller),
  };
}

/** Chooses by the decision `env-selection`; a run's own key means the run's environment. */
function chooseEnvironment(context: EngineContext, named: string | undefined, caller: Caller): EnvironmentDefinition {
  const definitions = context.definitions();
  const environment = isNone(named) ? environmentOfCaller(context, caller) : definitions.environments.find(named);
  if (environment === undefined) return notFound('environment', named ?? '');
  if (caller.environmentIDs?.includes(environment.id) === false) {
    throw new ApiError('forbidden', environmentRefusal(definitions, environment, { named, caller }));
  }
  return environment;
}

function isNone(named: string | undefined): named is undefined | '' {
  return named === undefined || named === '';
}

function environmentOfCaller(context: EngineContext, { runID }: Caller): EnvironmentDefinition {
  const run = runID === '' ? undefined : context.state.get('run', runID);
  return run === undefined ? context.definitions().defaultEnvironment : environmentOf(context, run.environmentID);
}

/** The environment of a webhook is in its URL: no header chooses another one. */
function assertMayTrigger(definitions: Definitions, { id, slug }: EnvironmentDefinition, caller: Caller): void {
  if (caller.environmentIDs?.includes(id) !== false) return;
  const allowed = allowedSlugs(definitions, caller).join(' or ');
  const advice = allowed === '' ? 'Send' : `Use the URL of the webhook for ${allowed}, or send`;
  throw new ApiError(
    'forbidden',
    `This API key may not use the environment "${slug}", which the URL of this webhook is for. ${advice} a key that may.`,
  );
}

function allowedSlugs({ environments }: Definitions, { environmentIDs }: Caller): readonly string[] {
  return environments.all.filter(({ id }) => environmentIDs?.includes(id) === true).map(({ slug }) => slug);
}

/** Why a key may not use an environment, and what to send instead. */
function environmentRefusal(
  definitions: Definitions,
  { slug }: EnvironmentDefinition,
  { named, caller }: { named: string | undefined; caller: Caller },
): string {
  const [first, ...others] = allowedSlugs(definitions, caller);
  const why = isNone(named) ? ', the default of requests that name none' : '';
  const advice =
    first === undefined
      ? ''
      : ` Send \`X-Service-Env-Slug: ${first}\`${others.length === 0 ? '' : ` (or ${others.join(', ')})`}.`;
  return `This API key may not use the environment "${slug}"${why}.${advice}`;
}

/** The name shown for a user ID; "" when unknown. */
export function actorName(definitions: Definitions, userID: string): string {
  return actorsOf(definitions).find(({ id }) => id === userID)?.name ?? '';
}

function actorsOf(definitions: Definitions): ReturnType<AccessOperations['actors']> {
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
