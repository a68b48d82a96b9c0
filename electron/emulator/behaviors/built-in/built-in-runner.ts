import type { BuiltInTaskName } from '../../../../shared/model/behavior.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { textsOf } from '../../../../shared/expression/template.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import type { BehaviorRunner, RunContext } from '../../engine/context/behavior-port.ts';
import { renderObject } from '../../engine/runs/rendering.ts';
import { assertConfig, inTurns } from '../command/environment.ts';
import type { ScriptRunner } from '../script/script-runner.ts';
import type { BuiltInOptions } from './process/task.ts';

/** Environment of built-in tasks. */
export interface BuiltInEnvironment extends Partial<Pick<BuiltInOptions, 'restSilence'>> {
  /** Runs their programs. */
  readonly script: Pick<ScriptRunner, 'runProgram'>;
  /** The folder of the workspace file. The function is called at each run, since its result may change. */
  readonly workspaceFolder: () => string;
}

/** The programs by name, loaded at their first use: one contains a database driver. */
const PROGRAMS: Readonly<Record<BuiltInTaskName, () => Promise<{ readonly default: string }>>> = {
  sql_query: () => import('./process/sql-query.ts?worker-text'),
  rest_request: () => import('./process/rest-request.ts?worker-text'),
  graphql_request: () => import('./process/graphql-request.ts?worker-text'),
};

/**
 * Runs the tasks that come with Hangar like scripts, each in a process: whatever a driver, a server or an answer does there fails
 * that run and nothing else.
 */
export function createBuiltInRunner({
  script,
  workspaceFolder,
  restSilence = 60_000,
}: BuiltInEnvironment): BehaviorRunner<'builtin'> {
  return {
    resumes: false,
    run: async ({ name, paramValues }, run) => {
      const params = paramValues === undefined ? run.scope.params : await renderedValues(paramValues, run);
      const { default: text } = await PROGRAMS[name]();
      const options: BuiltInOptions = { workspaceFolder: workspaceFolder(), restSilence };
      await script.runProgram({ text, options: { ...options } }, run, params).catch((error: unknown) => {
        // Messages about the process are those of scripts.
        throw new Error(messageOf(error).replace(/^the script\b/, 'the built-in task'), { cause: error });
      });
    },
  };
}

/** The values of a task that runs a built-in one, with their templates filled in. */
async function renderedValues(paramValues: JsonObject, run: RunContext): Promise<JsonObject> {
  for (const [name, value] of Object.entries(paramValues))
    for (const { text } of textsOf(value, [])) assertConfig(name, text, run.scope);
  return inTurns(run, ({ scope, budget }) => renderObject(paramValues, { scope: { ...scope }, budget }));
}
