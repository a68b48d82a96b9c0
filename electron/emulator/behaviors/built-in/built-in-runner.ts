import type { BuiltInTaskName } from '../../../../shared/model/built-in-tasks.ts';
import type { BehaviorRunner, ResourceInScope, RunContext } from '../../engine/behavior-port.ts';
import { restRequest } from './rest-request.ts';

/** Does the work of a built-in task with its resource. Rejects with the reason why the run fails. */
export type BuiltInTask = (run: RunContext, resource: ResourceInScope) => Promise<void>;

/** Limits that tests make smaller. */
export interface BuiltInOptions {
  /** Time in which the server of a `rest` resource may be silent, in milliseconds. */
  readonly restSilence?: number;
}

/** Runs the tasks that come with Hangar. */
export function createBuiltInRunner({ restSilence = 60_000 }: BuiltInOptions = {}): BehaviorRunner<'builtin'> {
  const tasks: Readonly<Record<BuiltInTaskName, BuiltInTask>> = {
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
