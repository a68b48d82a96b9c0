import { resolve } from 'node:path';
import type { BehaviorRunner, RunContext } from '../../engine/behavior-port.ts';
import type { ProcessRecords } from '../process-records.ts';
import { Compiler } from './compiler/compiler.ts';
import { MemoryWatch } from './memory-watch.ts';
import { startNodeProcess } from './node-process.ts';
import { ProcessPool } from './process-pool.ts';
import type { StartMessage } from './protocol/protocol.ts';
import { createRequestHandler } from './script-requests.ts';
import type { StartScriptProcess } from './script-process.ts';
import { ScriptRun } from './script-run.ts';
import { StartedProcesses } from './started-processes.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** Surroundings of scripts; asked at each run, since they may change. */
export interface ScriptRunnerOptions {
  /** Absolute folder of the workspace file: relative files and imports start there. */
  readonly workspaceFolder: () => string;
  /** Number of processes that stand ready (setting `scriptWorkers`). */
  readonly poolSize: () => number;
  readonly processes: ProcessRecords;
  /** Starts a process for a script; without it, one of the Node that runs this program. */
  readonly startProcess?: StartScriptProcess | undefined;
}

/** Runs tasks of kind `script`. */
export interface ScriptRunner extends BehaviorRunner<'script'> {
  /** Makes processes ready ahead of the first script; without it they are from the first script on. */
  readonly warm: () => Promise<void>;
  /** Ends all processes; runs that were not told to stop before fail. */
  readonly close: () => Promise<void>;
}

/** Runs each script in a process of its own: it can neither stop nor see another run, and is ended wherever it stands. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const pool = new ProcessPool(options.startProcess ?? startNodeProcess, options.poolSize);
  const compiler = new Compiler();
  const memory = new MemoryWatch();
  return {
    resumes: false,
    run: async (behavior, context) => {
      const start = startOf(behavior, context, options.workspaceFolder());
      const ready = await pool.take(context.signal).catch((error: unknown) => {
        if (!context.signal.aborted) context.log('warning', `Run failed: ${messageOf(error)}.`);
        throw error;
      });
      const started = new StartedProcesses(ready.process.pid, context.scope.run.id, options.processes);
      await new ScriptRun(ready, context, { answerer: createRequestHandler(context, compiler), memory, started }).run(
        start,
      );
    },
    warm: async () => {
      pool.fill();
      // What keeps it from loading now, such as the end of Hangar, is told to the first script that needs it.
      await compiler.warm().catch(() => undefined);
    },
    close: async () => {
      await Promise.all([pool.close(), compiler.close()]);
    },
  };
}

function startOf(
  { source, file }: { readonly source?: string | undefined; readonly file?: string | undefined },
  { scope: { params, env, config, resources, run } }: RunContext,
  folder: string,
): StartMessage {
  return {
    type: 'start',
    source,
    file: file === undefined ? undefined : resolve(folder, file),
    folder,
    scope: { params, env, config, resources, run },
  };
}
