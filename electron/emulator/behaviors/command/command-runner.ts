import { resolve } from 'node:path';
import type { BehaviorOf } from '../../../../shared/model/behavior.ts';
import type { BehaviorRunner, RunContext } from '../../engine/context/behavior-port.ts';
import { killGroup } from '../../platform/end-processes.ts';
import { startProcess } from '../../platform/start-process.ts';
import { type ProcessRecords, killProcessesOf } from '../processes.ts';
import { CommandRun } from './command-run.ts';
import { commandEnvironment, renderedVariables } from './environment.ts';
import { pythonCall } from './python-call.ts';

/** Environment of commands. The functions are called at each run, since their results may change. */
interface CommandRunnerOptions {
  /** Absolute folder of the workspace file: the working directory, and the base of a relative `cwd`. */
  readonly workspaceFolder: () => string;
  /** The server's URL for commands (`HANGAR_URL`). */
  readonly serverUrl: () => string;
  readonly processes: ProcessRecords;
  /** Time between SIGTERM and SIGKILL, in milliseconds; `TERM_GRACE` by default. */
  readonly grace?: number;
}

/** Runs tasks of kind `command`. */
export interface CommandRunner extends BehaviorRunner<'command'> {
  /** Kills the processes of all runs at once. */
  readonly close: () => Promise<void>;
}

/** Runs each command in a process group of its own. */
export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  const running = new Map<string, number>();
  return {
    resumes: false,
    run: async (behavior, context) => {
      const env = await renderedVariables(behavior.env, context);
      const child = await startProcess(commandLine({ ...behavior, env }, context, options));
      const { pid } = child;
      if (pid === undefined) throw new Error('the system returned no process ID');
      const runID = context.scope.run.id;
      const ended = recordOrKill(options.processes, pid, runID);
      running.set(runID, pid);
      try {
        await new CommandRun(child, pid, context, options.grace).run(JSON.stringify(context.programParams));
      } finally {
        running.delete(runID);
        ended();
      }
    },
    close: () => {
      for (const [runID, pid] of running) {
        killGroup(pid, 'SIGKILL');
        killProcessesOf(runID);
      }
      return Promise.resolve();
    },
  };
}

function commandLine(
  { shell, cwd, env, ...behavior }: BehaviorOf<'command'>,
  context: RunContext,
  { workspaceFolder, serverUrl }: CommandRunnerOptions,
): Parameters<typeof startProcess>[0] {
  const access = { url: serverUrl(), apiKey: context.apiKey() };
  const { variables, leftOut } = commandEnvironment(context, env, access);
  for (const name of leftOut)
    context.log(
      'warning',
      `${name} is not set: its value is too large for an environment variable, or contains a NUL.`,
    );
  const command = pythonCall(behavior, workspaceFolder());
  return { command, shell, cwd: resolve(workspaceFolder(), cwd ?? '.'), env: variables };
}

/** Records a process. Kills it when that fails: an unrecorded process would outlive a killed server. */
function recordOrKill(processes: ProcessRecords, pid: number, runID: string): () => void {
  try {
    return processes.add(pid, runID);
  } catch (error) {
    killGroup(pid, 'SIGKILL');
    throw error;
  }
}
