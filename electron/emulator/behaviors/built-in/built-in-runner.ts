import type { BuiltInTaskName } from '../../../../shared/model/built-in-tasks.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';
import type { BehaviorRunner } from '../../engine/context/behavior-port.ts';
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
    run: async ({ name }, run) => {
      const { default: text } = await PROGRAMS[name]();
      const options: BuiltInOptions = { workspaceFolder: workspaceFolder(), restSilence };
      await script.runProgram({ text, options: { ...options } }, run).catch((error: unknown) => {
        // Messages about the process are those of scripts.
        throw new Error(messageOf(error).replace(/^the script\b/, 'the built-in task'), { cause: error });
      });
    },
  };
}
