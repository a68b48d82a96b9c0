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

/** Environment of the scripts of one emulator. The function is called at each run, since its result may change. */
export interface ScriptEnvironment {
  /** Absolute folder of the workspace file: the base of relative files and imports. */
  readonly workspaceFolder: () => string;
  readonly processes: ProcessRecords;
}

/** Options of a script runner. */
export interface ScriptRunnerOptions extends ScriptEnvironment {
  /** Number of processes to keep ready (setting `scriptWorkers`). */
  readonly poolSize: () => number;
  /** Starts a process for a script; by default a process of the Node that runs this program. */
  readonly startProcess?: StartScriptProcess | undefined;
}

/** Runs tasks of kind `script`. */
export interface ScriptRunner extends BehaviorRunner<'script'> {
  /** Starts processes before the first script needs them. */
  readonly warm: () => Promise<void>;
  /** A runner for another emulator: with the same processes, compiler and limit of memory. */
  readonly shared: (environment: ScriptEnvironment) => BehaviorRunner<'script'>;
  /** Ends all processes. Runs that are not stopped before fail. */
  readonly close: () => Promise<void>;
}

/** What scripts are compiled and run with. */
interface ScriptHost {
  readonly pool: ProcessPool;
  readonly compiler: Compiler;
  readonly memory: MemoryWatch;
}

/** Runs each script in its own process, isolated from other runs. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const pool = new ProcessPool(options.startProcess ?? startNodeProcess, options.poolSize);
  const compiler = new Compiler();
  const host = { pool, compiler, memory: new MemoryWatch() };
  return {
    ...runnerOn(host, options),
    warm: async () => {
      pool.fill();
      // An error here recurs at the first script that needs the compiler.
      await compiler.warm().catch(() => undefined);
    },
    shared: (environment) => runnerOn(host, environment),
    close: async () => {
      await Promise.all([pool.close(), compiler.close()]);
    },
  };
}

function runnerOn({ pool, compiler, memory }: ScriptHost, options: ScriptEnvironment): BehaviorRunner<'script'> {
  return {
    resumes: false,
    run: async (behavior, context) => {
      const start = startOf(behavior, context, options.workspaceFolder());
      const ready = await pool.take(context.signal).catch((error: unknown) => {
        if (!context.signal.aborted) context.log('warning', `Run failed: ${messageOf(error)}.`);
        throw error;
      });
      const started = new StartedProcesses(ready.process.pid, context.scope.run.id, options.processes);
      await new ScriptRun(ready, context, { requests: createRequestHandler(context, compiler), memory, started }).run(
        start,
      );
    },
  };
}

function startOf(
  { source, file }: { readonly source?: string | undefined; readonly file?: string | undefined },
  { scope: { params, env, config, resources, run }, clock }: RunContext,
  folder: string,
): StartMessage {
  return {
    type: 'start',
    source,
    file: file === undefined ? undefined : resolve(folder, file),
    folder,
    scope: { params, env, config, resources, run },
    clock: clock.reading(),
  };
}
