import type { Parameter } from '../../../../shared/model/parameter.ts';
import { secretsOf } from '../../../../shared/model/secrets.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { memoizeByObject } from '../../../../shared/values/objects.ts';
import { formatTimestamp } from '../../../../shared/values/timestamp.ts';
import type { ResourceInScope, Scope } from '../context/behavior-port.ts';
import { mayUseChosen, takesAnyAlias } from '../resources/bind-resources.ts';
import type { EngineContext } from '../context/engine-context.ts';
import type { RunRecord } from '../context/records.ts';
import { codeValues, environmentOfRun, environmentScope } from '../context/scope.ts';

/** The scope of a run's templates and code. */
export function scopeOf(context: EngineContext, run: RunRecord, parameters: readonly Parameter[]): Scope {
  const environment = environmentOfRun(context, run);
  const session = run.sessionID === '' ? undefined : context.state.get('session', run.sessionID);
  const { env, config } = environmentScope(context, environment);
  return {
    params: codeValues(context, environment, parameters, run.paramValues),
    env,
    config,
    resources: Object.fromEntries(
      Object.entries(run.resources).flatMap(([alias, id]) => boundResource(context, run, { alias, id })),
    ),
    run: { id: run.id, taskSlug: run.taskSlug, sessionID: run.sessionID, createdAt: formatTimestamp(run.createdAt) },
    session: session === undefined ? null : { id: session.id, name: session.name },
  };
}

/** The secrets of a run's resources, which must not appear in its log. The same list for the same configurations. */
export function secretsInScope(context: EngineContext, run: RunRecord): readonly string[] {
  let known = NO_SECRETS;
  for (const id of Object.values(run.resources)) {
    const resource = context.definitions().resources.byId(id);
    if (resource !== undefined) known = known.with(resource.resource);
  }
  return known.texts;
}

/** The secrets of configurations, and those of one more. */
interface ScopeSecrets {
  readonly texts: readonly string[];
  readonly with: (config: JsonObject) => ScopeSecrets;
}

function scopeSecrets(texts: readonly string[]): ScopeSecrets {
  const add = (config: JsonObject): ScopeSecrets => {
    const added = secretsOf(config);
    return scopeSecrets(texts.length === 0 ? added : [...texts, ...added]);
  };
  return { texts, with: memoizeByObject(add) };
}

const NO_SECRETS = scopeSecrets([]);

/** A resource in the scope of a run; none for one that was deleted. One that the caller of a stand-in named without any rights, or that does not exist, has only its ID. */
function boundResource(
  context: EngineContext,
  run: RunRecord,
  { alias, id }: { readonly alias: string; readonly id: string },
): [string, ResourceInScope][] {
  const resource = context.definitions().resources.byId(id);
  const takesAny = takesAnyAlias(run.taskSlug);
  if (resource === undefined || (takesAny && !mayUseChosen(context, run, { alias, resource })))
    return takesAny ? [[alias, { id, slug: '', kind: '' }]] : [];
  return [[alias, { ...resource.resource, id: resource.id, slug: resource.slug, kind: resource.kind }]];
}
