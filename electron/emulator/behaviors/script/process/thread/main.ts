import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import vm from 'node:vm';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { scriptNameOf, quoteForMessage } from '../../../../../../shared/values/messages.ts';
import type { Script, ScriptContext } from '../../../../../../shared/script-context.d.ts';
import { hasProc } from '../../../../platform/processes.ts';
import { FAILURE_CHARACTERS } from '../../../limits.ts';
import type { Program, StartMessage, ToThread } from '../../protocol/protocol.ts';
import { captureOutput } from './capture.ts';
import { Channel, PendingRequests } from './channel.ts';
import { createScriptContext, hintOf, followClock } from './context.ts';
import { Modules } from './modules.ts';
import { listDefinitions, markedBySdk } from './list-definitions.ts';
import { jsonOf } from './to-json.ts';
import { parseOwnJson } from '../../../../../../shared/values/json.ts';
import { setImmediate } from '../../../../timers/timers.ts';

/** IDs of the script's process and its parent; 0 is its group. */
const OWN_PROCESSES = [process.pid, process.ppid, 0];

/** The thread of one script: reports that it is ready, runs the script and reports its result. The server ends it. */
function main(): void {
  if (parentPort === null || !(workerData instanceof Int32Array)) throw new Error('runs in a worker thread only');
  const port = parentPort;
  const channel = new Channel(port, workerData);
  const requests = new PendingRequests((message) => channel.send(message));
  const abort = new AbortController();
  const endStreams = captureOutput(channel.log.bind(channel), channel.print.bind(channel));
  let isProgram = false;
  const fail = (error: unknown) => {
    endStreams();
    channel.send({ type: 'failed', ...quotedFailure(error, isProgram) });
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  watchProcess(channel, fail);
  port.on('message', (text: string) => {
    const message = parseOwnJson<ToThread>(text);
    if (message.type === 'reply') requests.reply(message);
    else if (message.type === 'clock') followClock(message.clock);
    else if (message.type === 'ping') setImmediate(() => channel.send({ type: 'pong', id: message.id }));
    else if (message.type === 'abort') {
      const reason = new DOMException('the run was cancelled', 'AbortError');
      abort.abort(reason);
      requests.rejectAll(reason);
    } else {
      isProgram = message.program !== undefined;
      const context = createScriptContext(message.scope, channel, requests, abort.signal);
      const result = run(message, requests, context);
      const ended = message.isTask === true ? result.then((json) => endOfTask(json, channel, port)) : result;
      ended.then((json) => {
        endStreams();
        channel.send({ type: 'done', json });
      }, fail);
    }
  });
  channel.send({ type: 'ready', threadID: threadID() });
}

/** Sets the output of a task, and waits until the thread has nothing left to do. Callbacks that come later may change the output. */
function endOfTask(json: string | undefined, channel: Channel, port: MessagePort): Promise<undefined> {
  if (json !== undefined) channel.record({ do: 'set', path: '', json });
  return new Promise((resolve) => {
    process.once('beforeExit', () => {
      port.ref();
      resolve(undefined);
    });
    port.unref();
  });
}

async function run(
  start: StartMessage,
  requests: PendingRequests,
  context: ScriptContext,
): Promise<string | undefined> {
  followClock(start.clock);
  const { foreignVariables: foreign, variables } = start;
  for (const name of Object.keys(process.env))
    if (foreign !== undefined && name.toUpperCase().startsWith(foreign)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, variables);
  if (start.lists !== undefined)
    return jsonOf(await listDefinitions(start.lists, modulesOf(start, requests)), 'output');
  const main = start.program === undefined ? await scriptOf(start, requests) : programOf(start.program);
  const returned = await main(context, start.program?.options);
  return returned === undefined ? undefined : jsonOf(returned, 'output');
}

/** Loads a script and all that it imports. */
async function scriptOf(start: StartMessage, requests: PendingRequests): Promise<Script> {
  const modules = modulesOf(start, requests);
  const { exports, isCommonJs } =
    start.file === undefined
      ? await modules.runText(start.source ?? '', join(start.folder, scriptNameOf(start.scope.run.taskSlug)))
      : await modules.runFile(start.file);
  const name = start.export ?? 'default';
  const script = new Map<string, unknown>(Object.entries(exports)).get(name);
  const wrapped = taskOfSdk(script);
  if (wrapped !== undefined) return wrapped;
  if (!isScript(script))
    throw new TypeError(
      name === 'default'
        ? 'The script has no function as its default export: export default async ({ params }) => { … }'
        : `The file exports no function "${name}"`,
    );
  return start.isTask === true || isCommonJs ? calledWithParams(script) : script;
}

function modulesOf(start: StartMessage, requests: PendingRequests): Modules {
  const isBundled = start.isBundled === true || start.lists !== undefined;
  return new Modules(
    {
      compile: async (text, name) =>
        (text === start.source ? start.compiled : undefined) ??
        requests.request('compile', { text, name, ...(isBundled ? { bundled: true } : {}) }),
      locate: (text, name, message) => requests.request('locate', { text, name, message }),
    },
    start.folder,
    { isBundled },
  );
}

/** Loads a program of Hangar's own. */
function programOf({ text }: Program): (context: ScriptContext, options: unknown) => unknown {
  const module: { exports: { readonly main?: ReturnType<typeof programOf> } } = { exports: {} };
  const load = vm.compileFunction(text, ['exports', 'require', 'module'], {
    filename: 'built-in task',
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  Reflect.apply(load, undefined, [module.exports, createRequire(join(process.cwd(), 'program.js')), module]);
  if (module.exports.main === undefined) throw new Error('the program of a built-in task has no function "main"');
  return module.exports.main;
}

/**
 * The function of a task that an SDK has wrapped, as `task(config, fn)` does: a call of the wrapper would execute the task again.
 * `undefined` for other values. Throws for a wrapped value that is no task.
 */
function taskOfSdk(exported: unknown): Script | undefined {
  const marked = markedBySdk(exported, /^__[a-z][a-z0-9]*$/);
  if (marked === undefined) return undefined;
  const { baseFunc: run } = marked;
  if (!isScript(run)) throw new TypeError(NO_TASK);
  return calledWithParams(run);
}

function calledWithParams(run: (argument: never) => unknown): Script {
  return ({ params }) => Reflect.apply(run, undefined, [params]) as ReturnType<Script>;
}

const NO_TASK = 'The default export of the script is made by an SDK and is no task, such as a view; export a task';

function isScript(value: unknown): value is Script {
  return typeof value === 'function';
}

/** The system's ID of this thread on Linux, where threads have their own priority. `/proc/thread-self` links to `<process>/task/<thread>`. */
function threadID(): number | undefined {
  return hasProc() ? Number(basename(readlinkSync('/proc/thread-self'))) : undefined;
}

/** Makes `process.exit` fail the run with a reason, and reports started processes to the server, which ends them with the run. */
function watchProcess(channel: Channel, fail: (error: unknown) => void): void {
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    fail(new Error(`the script called process.exit(${code ?? ''}); return from the function, or throw, to end a run`));
    return exit(code);
  };
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) => {
    if (OWN_PROCESSES.includes(Math.abs(pid))) throw new Error('a script may not end the process that it runs in');
    return kill(pid, signal);
  };
  // Announced before the process is started, without loading the module for the many scripts that start none.
  subscribe('child_process', (announced) => {
    const { process: child } = announced as { process: ChildProcess & { spawn: (options: unknown) => unknown } };
    child.spawn = (options) => {
      // Uncovers the method of the class, so that the script sees a process as Node makes it.
      Reflect.deleteProperty(child, 'spawn');
      const result = child.spawn(options);
      const { pid } = child;
      if (pid !== undefined) {
        channel.send({ type: 'process', pid, runs: true });
        child.once('exit', () => channel.send({ type: 'process', pid, runs: false }));
      }
      return result;
    };
  });
}

/** The failure of the run as it is sent. Places in a program of Hangar's own say nothing to the run's user. */
function quotedFailure(error: unknown, isProgram: boolean): { message: string; stack: string } {
  const { message, stack } = failureOf(error);
  return {
    message: quoteForMessage(message, FAILURE_CHARACTERS),
    stack: isProgram ? '' : quoteForMessage(stack, FAILURE_CHARACTERS),
  };
}

/** The failure of the run, and the stack for its log without the frames of Hangar and Node. */
function failureOf(error: unknown): { message: string; stack: string } {
  if (!(error instanceof Error)) {
    const message = typeof error === 'string' ? error : inspect(error);
    return { message, stack: message };
  }
  // A removed frame may end with the brace that opens the error's fields.
  const stack = inspect(error).replace(
    /\n +at [^\n]*(?:\[worker eval\]|\[stdin\]|node:internal|node:vm\b)[^\n]*?( \{)?(?=\n|$)/g,
    '$1',
  );
  return { message: error.message === '' ? error.name : error.message + hintOf(error), stack };
}

main();
