import type { BuiltInTaskName } from '../../../../shared/model/built-in-tasks.ts';
import type { BehaviorRunner, ResourceInScope, RunContext } from '../../engine/behavior-port.ts';
import { sqlQuery } from './sql-query.ts';
import { restRequest } from './rest-request.ts';

/** Does the work of a built-in task with its resource. Rejects with the reason why the run fails. */
export type BuiltInTask = (run: RunContext, resource: ResourceInScope) => Promise<void>;

/** Environment of built-in tasks. */
export interface BuiltInOptions {
  /** The folder of the workspace file, from which drivers are resolved. */
  readonly workspaceFolder: () => string;
  /** Timeout of a silent server of a `rest` resource, in milliseconds. */
  readonly restSilence?: number;
}

/** Runs the tasks that come with Hangar. */
export function createBuiltInRunner({
  workspaceFolder,
  restSilence = 60_000,
}: BuiltInOptions): BehaviorRunner<'builtin'> {
  const tasks: Readonly<Record<BuiltInTaskName, BuiltInTask>> = {
    sql_query: (run, resource) => sqlQuery(run, resource, workspaceFolder()),
    rest_request: (run, resource) => restRequest(run, resource, restSilence),
  };
  return {
    resumes: false,
    run: async ({ name }, run) => {
      const [resource] = Object.values(run.scope.resources);
      if (resource === undefined) throw new Error('its resource does not exist any more');
      await tasks[name](run, resource);
    },
  };
}
