import type { ScriptContext, ScriptResource } from '../../../../../shared/script-context.d.ts';
import type { LogLevel } from '../../../../../shared/model/log-level.ts';
import { asJson, type Json, type JsonObject } from '../../../../../shared/values/json.ts';

/** Settings of built-in tasks. */
export interface BuiltInOptions {
  /** The folder of the workspace file, from which drivers are resolved. */
  readonly workspaceFolder: string;
  /** Timeout of a silent server of a `rest` resource, in milliseconds. */
  readonly restSilence: number;
}

/** The resource of a run, with its configuration as JSON. */
export type TaskResource = Pick<ScriptResource, 'id' | 'slug' | 'kind'> & JsonObject;

/** A run of a built-in task, in its process. */
export interface TaskRun {
  readonly params: JsonObject;
  readonly resource: TaskResource;
  /** Aborts when the run is cancelled, times out, or the server stops. */
  readonly signal: AbortSignal;
  readonly log: (level: LogLevel, text: string) => void;
  readonly setOutput: (output: Json) => void;
  readonly options: BuiltInOptions;
}

/** The program of a built-in task, which runs like a script. Rejects with the reason why the run fails. */
type TaskProgram = (context: ScriptContext, options: BuiltInOptions) => Promise<void>;

/** Makes the program of a built-in task. */
export function taskProgram(work: (run: TaskRun) => Promise<void>): TaskProgram {
  return async ({ params, resources, log, output, signal }, options) => {
    const [resource] = Object.values(resources);
    // One without a kind exists no more, or not for this run.
    if (resource === undefined || resource.kind === '') throw new Error('its resource does not exist any more');
    await work({
      params: params as JsonObject,
      // Resources are sent as JSON.
      resource: asJson(resource) as TaskResource,
      signal,
      log: (level, text) => log[level](text),
      setOutput: (value) => output.set(value),
      options,
    });
  };
}
