import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Definitions, EnvironmentDefinition } from '../definitions/definitions.ts';
import { mayUseEnvironment, environmentOf } from '../context/scope.ts';
import { notFound, type EngineContext } from '../context/engine-context.ts';

/** Finds the environment of a request (decision `env-selection`). A run's own key implies the run's environment. */
export function chooseEnvironment(
  context: EngineContext,
  named: string | undefined,
  caller: Caller,
): EnvironmentDefinition {
  const definitions = context.definitions();
  const environment = isNone(named) ? environmentOfCaller(context, caller) : definitions.environments.find(named);
  if (environment === undefined) return notFound('environment', named ?? '', 'env-selection');
  if (!mayUseEnvironment(caller, environment.id)) {
    throw environmentRefusal(definitions, environment, { named, caller });
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

/** Throws 403 when the key may not use the environment in the webhook's URL. */
export function assertMayTrigger(definitions: Definitions, { id, slug }: EnvironmentDefinition, caller: Caller): void {
  if (mayUseEnvironment(caller, id)) return;
  const allowed = allowedSlugs(definitions, caller).join(' or ');
  const advice = allowed === '' ? 'Send' : `Use the URL of the webhook for ${allowed}, or send`;
  throw new ApiError(
    'forbidden',
    `This API key may not use the environment "${slug}", which the URL of this webhook is for. ${advice} a key that may.`,
    { decision: 'roles' },
  );
}

function allowedSlugs({ environments }: Definitions, { environmentIDs }: Caller): readonly string[] {
  return environments.all.filter(({ id }) => environmentIDs?.includes(id) === true).map(({ slug }) => slug);
}

/** The 403 for a key that may not use an environment. Names the header to send. */
function environmentRefusal(
  definitions: Definitions,
  { slug }: EnvironmentDefinition,
  { named, caller }: { named: string | undefined; caller: Caller },
): ApiError {
  const [first, ...others] = allowedSlugs(definitions, caller);
  const why = isNone(named) ? ', the default of requests that name none' : '';
  const advice =
    first === undefined
      ? ''
      : ` Send \`X-Service-Env-Slug: ${first}\`${others.length === 0 ? '' : ` (or ${others.join(', ')})`}.`;
  const sentence = `This API key may not use the environment "${slug}"${why}.${advice}`;
  return new ApiError('forbidden', sentence, { decision: 'roles', facts: { environment: first } });
}
