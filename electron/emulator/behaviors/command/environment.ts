import { TurnOver, type Budget } from '../../../../shared/expression/budget.ts';
import { namePaths } from '../../../../shared/expression/name-paths.ts';
import { expressionsIn } from '../../../../shared/expression/template.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';
import type { RunContext, Scope } from '../../engine/context/behavior-port.ts';
import { renderText } from '../../engine/runs/rendering.ts';
import { mergedVariables } from '../../platform/variables.ts';
import { inheritedEnvironment } from '../processes.ts';
import { runVariables, sdkPrefix, type RunOfProgram, type RunVariables, type ServerAccess } from '../run-variables.ts';

type Variables = Readonly<Record<string, string>>;

/** Builds the environment of a command: the server's without `HANGAR_…` and those of the SDK, then the task's, then that of the run. */
export function commandEnvironment(run: RunOfProgram, taskVariables: Variables, access: ServerAccess): RunVariables {
  const { variables, leftOut } = runVariables(run, access);
  const inherited = inheritedEnvironment(sdkPrefix(run.metadata));
  return { variables: mergedVariables(process.platform, inherited, taskVariables, variables), leftOut };
}

/**
 * The variables of a task with their templates filled in, in as many turns of the event loop as these need. Rejects for a template
 * that fails, and for one that names a config entry which the environment of the run lacks.
 */
export async function renderedVariables(
  env: Variables,
  run: Pick<RunContext, 'scope' | 'stepBudget' | 'nextTurn'>,
): Promise<Variables> {
  if (!Object.values(env).some((text) => text.includes('{{'))) return env;
  const rendering = { scope: { ...run.scope }, budget: run.stepBudget() };
  rendering.budget.nextStep();
  for (;;) {
    try {
      return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, valueOf(name, text, rendering)]));
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
    }
    await run.nextTurn();
    rendering.budget.resume();
  }
}

function valueOf(name: string, text: string, rendering: { readonly scope: Scope; readonly budget: Budget }): string {
  const { env, config } = rendering.scope;
  const missing = configNames(text).find((entry) => !Object.hasOwn(config, entry));
  if (missing !== undefined)
    throw new Error(
      `the variable ${name} takes config.${missing}, which the environment "${env.slug}" does not have; add it there`,
    );
  try {
    return renderText(text, { ...rendering, scope: { ...rendering.scope } });
  } catch (error) {
    if (error instanceof TurnOver) throw error;
    throw new Error(`the variable ${name}: ${messageOf(error)}`, { cause: error });
  }
}

/** Names of config entries that a text needs: those of its expressions, except where these say what to do without one. */
function configNames(text: string): readonly string[] {
  return expressionsIn(text)
    .filter(({ expression }) => !expression.includes('??'))
    .flatMap(({ expression }) => namePaths({ text: expression, mode: 'expression' }))
    .flatMap(({ names: [first, entry] }) => (first?.name === 'config' && entry !== undefined ? [entry.name] : []));
}
