import { MICROS_PER_SECOND } from '../../../../shared/values/timestamp.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { requireRun, type EngineContext } from '../context/engine-context.ts';
import { runMetadata } from './run-metadata.ts';

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
