import type { Caller } from '../../../../shared/model/access.ts';
import { builtInName, Variable } from '../../../../shared/values/identifier.ts';
import { ownField } from '../../../../shared/values/json.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { assertMaySee, creatorCaller, maySee } from '../access/access.ts';
import type { ResourceDefinition, TaskDefinition } from '../definitions/definitions.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { bodyProblem, type FieldProblem } from '../definitions/field-problems.ts';
import type { RunRecord } from '../context/records.ts';

const DECISION = 'resource-reference';

/** The problem of a task of Hangar's own that is executed without a resource, or with several. */
const ONE_RESOURCE = 'must name one resource for a built-in task, such as {"db": "orders_db"}';

/** An ID as services make them. SDKs send some that are the same for everybody, such as that of the team's chat. */
const FIXED_ID = /^res\d{8}z[a-z0-9]+$/;

/** The resources of a run by alias, as IDs. */
type BoundResources = Readonly<Record<string, string>>;

/**
 * Resolves the resources of a run to IDs by alias, and reports unknown aliases and references (decision `resource-reference`). A task
 * with the slug of a built-in one takes every alias. Throws 403 for a resource that the caller may not use.
 */
export function bindResources(
  context: EngineContext,
  task: TaskDefinition,
  { asked, caller }: { asked: Readonly<Record<string, string>>; caller: Caller },
): { readonly resources: BoundResources; readonly problems: readonly FieldProblem[] } {
  const definitions = context.definitions();
  const takesAny = takesAnyAlias(task.slug);
  const isOwn = task.behavior.kind === 'builtin' && task.behavior.paramValues === undefined;
  const problems = aliasProblems(task, asked);
  if (isOwn && Object.keys(asked).length !== 1) problems.push(bodyProblem(['resources'], ONE_RESOURCE, DECISION));
  const resources: Record<string, string> = {};
  for (const [alias, own] of Object.entries(takesAny ? { ...task.resources, ...asked } : task.resources)) {
    const named = ownField(asked, alias);
    const reference = named ?? own;
    const resource = definitions.resources.find(reference);
    if (resource === undefined) {
      if (takesAny && !isOwn && named !== undefined && FIXED_ID.test(named)) resources[alias] = named;
      else
        problems.push(
          bodyProblem(['resources', alias], `there is no resource "${quoteForMessage(reference)}"`, DECISION),
        );
      continue;
    }
    // A task's own bindings need no access check, since its author chose them.
    const isChosen = named === undefined || (takesAny && isBoundBy(context, caller.runID, resource.id));
    if (!isChosen) assertMaySee(definitions, caller, resource, `resource "${quoteForMessage(reference)}"`);
    resources[alias] = resource.id;
  }
  return { resources, problems };
}

/** True for the slug of a built-in task, to which SDKs send an alias of their own. */
export function takesAnyAlias(slug: string): boolean {
  return builtInName(slug) !== undefined;
}

function aliasProblems(task: TaskDefinition, asked: Readonly<Record<string, string>>): FieldProblem[] {
  const takesAny = takesAnyAlias(task.slug);
  return Object.keys(asked)
    .filter((alias) => (takesAny ? !Variable.safeParse(alias).success : !Object.hasOwn(task.resources, alias)))
    .map((alias) =>
      takesAny
        ? bodyProblem(['resources', alias], 'an alias has letters, digits and "_"', DECISION)
        : {
            ...bodyProblem(['resources', alias], `the task "${task.slug}" declares no such alias`, DECISION),
            lacks: 'alias',
          },
    );
}

/**
 * True when a run may use a resource under an alias that its caller chose. Decided anew at each use: a caller may name the ID of a
 * resource that somebody else defines later.
 */
export function mayUseChosen(
  context: EngineContext,
  run: RunRecord,
  { alias, resource }: { readonly alias: string; readonly resource: ResourceDefinition },
): boolean {
  const definitions = context.definitions();
  const own = ownField(definitions.tasks.byId(run.taskID)?.resources ?? {}, alias);
  return (
    maySee(definitions, creatorCaller(definitions, run), resource) ||
    isBoundBy(context, run.parentID, resource.id) ||
    (own !== undefined && definitions.resources.find(own)?.id === resource.id)
  );
}

/** True when a run is bound to a resource. */
function isBoundBy(context: EngineContext, runID: string, resourceID: string): boolean {
  const run = runID === '' ? undefined : context.state.get('run', runID);
  return run !== undefined && Object.values(run.resources).includes(resourceID);
}
