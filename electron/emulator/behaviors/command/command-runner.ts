import { resolve } from 'node:path';
import type { BehaviorOf } from '../../../../shared/model/behavior.ts';
import type { BehaviorRunner, RunContext } from '../../engine/context/behavior-port.ts';
import { killGroup } from '../../platform/end-processes.ts';
import { startProcess } from '../../platform/start-process.ts';
import { type ProcessRecords, killProcessesOf } from '../processes.ts';
import { CommandRun } from './command-run.ts';
import { commandEnvironment, renderedVariables } from './environment.ts';

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

/**
 * Calls a function of a file with the values on standard input, and prints its result as the output. Of a function that an SDK has
 * decorated, the object that the SDK has attached is run, since a call would execute the task again.
 */
const PROGRAM = `
import asyncio, importlib.util, inspect, json, os, re, sys, traceback
path, name = sys.argv[1:3]
sys.argv = [path]
for folder in (os.path.dirname(path), os.getcwd()):
    if folder in sys.path:
        sys.path.remove(folder)
    sys.path.insert(0, folder)
params = json.load(sys.stdin)

def fail(message):
    sys.stdout.flush()
    print("hangar_output_set " + json.dumps({"error": message}), flush=True)
    sys.exit(1)

def plain(value):
    for way in ("model_dump", "dict", "_asdict", "isoformat", "tolist"):
        if callable(getattr(value, way, None)):
            return getattr(value, way)()
    return getattr(value, "__dict__", None) or str(value)

try:
    spec = importlib.util.spec_from_file_location(re.sub(r"\\W", "_", os.path.basename(path)[:-3]), path)
    if spec is None:
        raise ImportError(path + " is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    function = getattr(module, name, None)
    if not callable(function):
        raise AttributeError(os.path.basename(path) + " has no function " + name + "(params)")
    marked = [value for key, value in vars(function).items() if re.fullmatch(r"__[a-z][a-z0-9]*", key) and hasattr(value, "run")]
    if marked:
        result = marked[0].run(params)
    else:
        result = function(params) if inspect.signature(function).parameters else function()
    if inspect.isawaitable(result):
        async def awaited():
            return await result
        result = asyncio.run(awaited())
    text = None if result is None else json.dumps(result, default=plain)
except SystemExit as ended:
    if ended.code not in (None, 0):
        fail("the program called sys.exit(" + repr(ended.code) + ")")
    sys.exit(0)
except BaseException as error:
    traceback.print_exc()
    fail(str(error) or type(error).__name__)
sys.stdout.flush()
if text is not None:
    print("hangar_output_set " + text, flush=True)
`;

/** The words that call a function of a Python file: the program of the command, then a program of Hangar's own. */
function pythonCall(
  { command, call }: Pick<BehaviorOf<'command'>, 'command' | 'call'>,
  workspaceFolder: string,
): readonly string[] {
  if (call === undefined) return command;
  return [...command, '-u', '-c', PROGRAM, resolve(workspaceFolder, call.file), call.function];
}
