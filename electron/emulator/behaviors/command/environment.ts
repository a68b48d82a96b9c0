import { TurnOver, type Budget } from '../../../../shared/expression/budget.ts';
import { namePaths } from '../../../../shared/expression/name-paths.ts';
import { expressionsIn } from '../../../../shared/expression/template.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import type { Scope, RunContext } from '../../engine/context/behavior-port.ts';
import { renderText } from '../../engine/runs/rendering.ts';
import { mergedVariables } from '../../platform/environment.ts';
import { inheritedEnvironment } from '../processes.ts';
import { runVariables, sdkPrefix, type RunOfProgram, type RunVariables, type ServerAccess } from '../run-variables.ts';

type Variables = Readonly<Record<string, string>>;

/** Builds the environment of a command: the server's without `HANGAR_…` and those of the SDK, then the task's, then that of the run. */
export function commandEnvironment(run: RunOfProgram, taskVariables: Variables, access: ServerAccess): RunVariables {
  const { variables, leftOut } = runVariables(run, access);
  const inherited = inheritedEnvironment(sdkPrefix(run.metadata));
  return { variables: mergedVariables([inherited, taskVariables, variables]), leftOut };
}

/**
 * The variables of a task with their templates filled in. Rejects for a template that fails, and for one that names a config entry
 * which the environment of the run lacks.
 */
export async function renderedVariables(env: Variables, run: RenderingRun): Promise<Variables> {
  if (!Object.values(env).some((text) => text.includes('{{'))) return env;
  return inTurns(run, (rendering) =>
    Object.fromEntries(Object.entries(env).map(([name, text]) => [name, valueOf(name, text, rendering)])),
  );
}

function valueOf(name: string, text: string, rendering: { readonly scope: Scope; readonly budget: Budget }): string {
  assertConfig(`the variable ${name}`, text, rendering.scope);
  try {
    return renderText(text, { ...rendering, scope: { ...rendering.scope } });
  } catch (error) {
    if (error instanceof TurnOver) throw error;
    throw new Error(`the variable ${name}: ${messageOf(error)}`, { cause: error });
  }
}

/** Throws for a text that names a config entry which the environment of the run lacks. @param what beginning of the sentence */
export function assertConfig(what: string, text: string, { env, config }: Scope): void {
  const missing = configNames(text).find((entry) => !Object.hasOwn(config, entry));
  if (missing === undefined) return;
  throw new Error(`${what} takes config.${missing}, which the environment "${env.slug}" does not have; add it there`);
}

/** Names of config entries that a text needs: those of its expressions, except where these say what to do without one. */
function configNames(text: string): readonly string[] {
  return expressionsIn(text)
    .filter(({ expression }) => !expression.includes('??'))
    .flatMap(({ expression }) => namePaths({ text: expression, mode: 'expression' }))
    .flatMap(({ names: [first, entry] }) =>
      (first?.name === 'config' || first?.name === 'configs') && entry !== undefined ? [entry.name] : [],
    );
}

/** The part of a run that its templates need. */
type RenderingRun = Pick<RunContext, 'scope' | 'stepBudget' | 'nextTurn'>;

/** Renders templates of a run, in as many turns of the event loop as they need. Rejects for one that fails. */
export async function inTurns<Result>(
  run: RenderingRun,
  render: (rendering: { readonly scope: Scope; readonly budget: Budget }) => Result,
): Promise<Result> {
  // Definition files know the configuration by both names.
  const rendering = { scope: { ...run.scope, configs: run.scope.config }, budget: run.stepBudget() };
  rendering.budget.nextStep();
  for (;;) {
    try {
      return render(rendering);
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
    }
    await run.nextTurn();
    rendering.budget.resume();
  }
}
