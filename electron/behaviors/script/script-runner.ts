import { resolve } from 'node:path';
import type { BehaviorRunner, RunContext } from '../../engine/behavior-port.ts';
import type { ProcessRecords } from '../process-records.ts';
import type { StartMessage } from './protocol.ts';
import { answersFrom } from './questions.ts';
import { ScriptRun } from './script-run.ts';
import { TypeStripper } from './strip-types.ts';
import { ThreadPool } from './thread-pool.ts';

/** What scripts need to know of their surroundings; asked at each run, since it may change. */
export interface ScriptRunnerOptions {
  /** Absolute folder of the workspace file: relative files and imports start there. */
  readonly workspaceFolder: () => string;
  /** How many threads stand ready (setting `scriptWorkers`). */
  readonly poolSize: () => number;
  readonly processes: ProcessRecords;
}

/** Runs tasks of kind `script`. */
export interface ScriptRunner extends BehaviorRunner<'script'> {
  /** Makes threads ready ahead of the first script; without it they are from the first script on. */
  readonly warm: () => Promise<void>;
  /** Ends all threads; runs that were not told to stop before fail. */
  readonly close: () => Promise<void>;
}

/** Runs each script in a thread of its own: it can neither stop nor see another run, and is ended wherever it stands. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const pool = new ThreadPool(options.poolSize);
  const stripper = new TypeStripper();
  return {
    resumes: false,
    run: async (behavior, context) => {
      const thread = await pool.take();
      const run = new ScriptRun(thread, context, answersFrom(context, stripper), options.processes);
      await run.run(startOf(behavior, context, options.workspaceFolder()));
    },
    warm: async () => {
      pool.fill();
      await stripper.warm();
    },
    close: () => pool.close(),
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
