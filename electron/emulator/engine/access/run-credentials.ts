import { MICROS_PER_SECOND } from '../../../../shared/values/timestamp.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { requireRun, type EngineContext, findTaskBlueprint } from '../context/engine-context.ts';
import type { RunMetadata } from '../context/behavior-port.ts';
import { actorName } from './access.ts';
import { TEAM_ID } from '../definitions/definitions.ts';
import type { RunRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';
import { RUN_KEY } from '../../../../shared/model/secrets.ts';

/** Validity of an ID token, in seconds of the emulated clock. */
const LIFETIME = 3600;

/** Claims of an ID token: user, run, task, issuer and audience. Times in seconds. */
export interface IdTokenClaims {
  readonly iss: string;
  /** ID of the user who started the run. */
  readonly sub: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  /** ID of the run. */
  readonly run: string;
  /** Slug of the task. */
  readonly task: string;
  readonly taskID: string;
  /** Slug of the environment. */
  readonly environment: string;
  readonly environmentID: string;
  /** E-mail of the user who started the run; "" for a user of an API key. */
  readonly email: string;
}

/** Names of all claims, for the discovery document. */
export const ID_TOKEN_CLAIMS = [
  ...['iss', 'sub', 'aud', 'iat', 'exp', 'run', 'task', 'taskID', 'environment', 'environmentID', 'email'],
] as const satisfies readonly (keyof IdTokenClaims)[];

/** Creates the claims of an ID token for the caller's run. Source: docs/task-runtime.md, "ID tokens". */
export function idTokenClaims(
  context: EngineContext,
  { runID }: Caller,
  { iss, aud }: Pick<IdTokenClaims, 'iss' | 'aud'>,
): IdTokenClaims {
  const { taskSlug, taskID, environment, runner } = runMetadata(context, requireRun(context, runID));
  const iat = Math.floor(context.time.nextTimestamp() / MICROS_PER_SECOND);
  return {
    ...{ iss, sub: runner.id, aud, iat, exp: iat + LIFETIME },
    ...{ run: runID, task: taskSlug, taskID },
    ...{ environment: environment.slug, environmentID: environment.id, email: runner.email },
  };
}

/** Collects the metadata of a run. */
export function runMetadata(context: EngineContext, run: RunRecord): RunMetadata {
  const definitions = context.definitions();
  const { id, slug, name } = environmentOf(context, run.environmentID);
  const email = definitions.users.byId(run.createdBy)?.email ?? '';
  return {
    sdk: context.sdk(),
    runID: run.id,
    parentRunID: run.parentID,
    sessionID: run.sessionID,
    taskID: run.taskID,
    taskSlug: run.taskSlug,
    taskName: run.name,
    teamID: TEAM_ID,
    runtime: run.runtime,
    sdkRuntime: findTaskBlueprint(context, run.blueprintID)?.runtime ?? 'dev',
    environment: { id, slug, name, isDefault: id === definitions.defaultEnvironment.id },
    runner: { id: run.createdBy, email, name: actorName(definitions, run.createdBy) },
  };
}

/** API keys of running processes. Everything executed with such a key becomes a child of the run. */
export class RunKeys {
  readonly #runOfKey = new Map<string, string>();
  readonly #keyOfRun = new Map<string, string>();

  /** The key of a run, valid until `revoke`. The first call creates it. */
  issue(runID: string, secret: () => string): string {
    const known = this.#keyOfRun.get(runID);
    if (known !== undefined) return known;
    const key = RUN_KEY.prefix + secret();
    this.#keyOfRun.set(runID, key);
    this.#runOfKey.set(key, runID);
    return key;
  }

  revoke(runID: string): void {
    const key = this.#keyOfRun.get(runID);
    if (key === undefined) return;
    this.#keyOfRun.delete(runID);
    this.#runOfKey.delete(key);
  }

  /** The ID of the run that a key belongs to; `undefined` for any other key. */
  runID(key: string): string | undefined {
    return this.#runOfKey.get(key);
  }
}
