import type { BehaviorOf } from '../../../../shared/model/behavior.ts';
import { renderedVariables } from '../command/environment.ts';
import { type ProcessRecords, StartedProcesses } from '../processes.ts';
import { runUrl, runVariables, sdkPrefix, type ServerAccess, taskUrl } from '../run-variables.ts';
import { CodeFiles, type CodeFile } from '../../../../shared/definitions/code-file.ts';
import { detachedRun } from './detached-run.ts';
import { Compiler } from './compiler/compiler.ts';
import { MemoryWatch } from './memory-watch.ts';
import { ProcessPool } from './process-pool.ts';
import type { ListedFiles, Program, StartMessage } from './protocol/protocol.ts';
import { startNodeProcess, type StartScriptProcess } from './script-process.ts';
import { createRequestHandler } from './script-requests.ts';
import { ScriptRun } from './script-run.ts';
import { PROGRAM_SLOTS, SCRIPT_LIMITS, ScriptSlots, slotsOfScripts, type ScriptLimits } from './script-slots.ts';
import type { BehaviorRunner, RunContext } from '../../engine/context/behavior-port.ts';
import { resolve } from 'node:path';
import type { Json, JsonObject } from '../../../../shared/values/json.ts';
import { messageOf } from '../../../../shared/values/messages.ts';

/** Environment of the scripts of one emulator. The function is called at each run, since its result may change. */
interface ScriptEnvironment {
  /** Absolute folder of the workspace file: the base of relative files and imports. */
  readonly workspaceFolder: () => string;
  /** The server's URL for scripts. */
  readonly serverUrl: () => string;
  readonly processes: ProcessRecords;
}

/** Options of a script runner. */
interface ScriptRunnerOptions extends ScriptEnvironment {
  /** Number of processes to keep ready (setting `scriptWorkers`). */
  readonly poolSize: () => number;
  /** Starts a process for a script; by default a process of the Node that runs this program. */
  readonly startProcess?: StartScriptProcess | undefined;
  /** By default `SCRIPT_LIMITS`. */
  readonly limits?: ScriptLimits;
}

/** Runs tasks of kind `script`. */
export interface ScriptRunner extends BehaviorRunner<'script'> {
  /** Starts processes before the first script needs them. */
  readonly warm: () => Promise<void>;
  /** Returns a runner for another emulator with the same processes, compiler and memory limit. */
  readonly shared: (environment: ScriptEnvironment) => BehaviorRunner<'script'>;
  /** Runs a program of Hangar's own like a script, in one of the same processes. It gets no key. @param params by default the run's */
  readonly runProgram: (program: Program, context: RunContext, params?: JsonObject) => Promise<void>;
  /**
   * Executes files of code, to list the definitions that an SDK has made in them, in one of the same processes. Rejects when the
   * process ends before it has done so.
   */
  readonly list: (listed: ListedCode) => Promise<readonly CodeFile[]>;
  /** Ends all processes. Stop the runs first, or they fail. */
  readonly close: () => Promise<void>;
}

/** Files of code with definitions, and the project that they are executed in. */
interface ListedCode extends ListedFiles {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Processes, compiler and memory limit that emulators share. */
interface ScriptHost {
  readonly slots: ScriptSlots;
  readonly pool: ProcessPool;
  readonly compiler: Compiler;
  readonly memory: MemoryWatch;
}

/** Runs each script in its own process, isolated from other runs. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const limits = options.limits ?? SCRIPT_LIMITS;
  const slots = new ScriptSlots(slotsOfScripts(limits));
  const programSlots = new ScriptSlots(PROGRAM_SLOTS);
  const maximum = limits.scripts + PROGRAM_SLOTS.slots;
  const pool = new ProcessPool(options.startProcess ?? startNodeProcess, options.poolSize, maximum);
  const compiler = new Compiler();
  const host = { slots, pool, compiler, memory: new MemoryWatch(limits.memory) };
  return {
    ...runnerOn(host, options),
    warm: async () => {
      pool.fill();
      // Ignored: an error recurs at the first script that needs the compiler.
      await compiler.warm().catch(() => undefined);
    },
    shared: (environment) => runnerOn(host, environment),
    runProgram: async (program, context, params = context.scope.params) => {
      if (!programSlots.tryTake()) await orLog(context, programSlots.wait(context.signal));
      try {
        await runIn(host, context, options.processes, programStart(program, context, { ...options, params }));
      } finally {
        programSlots.release();
      }
    },
    list: (listed) => listIn(host, listed, options),
    close: async () => {
      slots.close();
      programSlots.close();
      await Promise.all([pool.close(), compiler.close()]);
    },
  };
}

function runnerOn(host: ScriptHost, options: ScriptEnvironment): BehaviorRunner<'script'> {
  const { slots, compiler } = host;
  return {
    resumes: false,
    run: async (behavior, context) => {
      if (!slots.tryTake()) await waitForSlot(slots, context);
      try {
        const own = await renderedVariables(behavior.env ?? {}, context);
        const start = { ...startOf(behavior, own, context, options), compiled: compiler.known(behavior.source ?? '') };
        await runIn(host, context, options.processes, start);
      } finally {
        slots.release();
      }
    },
  };
}

/** Runs a script in a process of the pool. */
async function runIn(
  { pool, compiler, memory }: ScriptHost,
  context: RunContext,
  processes: ProcessRecords,
  start: StartMessage,
): Promise<void> {
  const ready = await orLog(context, pool.take(context.signal));
  const started = new StartedProcesses(ready.process.pid, context.scope.run.id, processes);
  const parts = { requests: createRequestHandler(context, compiler), memory, started };
  await new ScriptRun(ready, context, parts).run(start);
}

/** Maximum time for listing the definitions in files, in milliseconds. */
const LISTING_TIMEOUT = 20_000;
let listings = 0;

async function listIn(
  host: ScriptHost,
  { cwd, variables, ...lists }: ListedCode,
  { processes }: ScriptEnvironment,
): Promise<readonly CodeFile[]> {
  let listed: Json = [];
  const signal = AbortSignal.timeout(LISTING_TIMEOUT);
  const context = detachedRun(`definitions${++listings}`, signal, (output) => (listed = output));
  const noAccess = { url: '', apiKey: '' };
  await runIn(host, context, processes, {
    type: 'start',
    lists,
    ...{ source: undefined, compiled: undefined, file: undefined, foreignVariables: undefined, clock: undefined },
    ...{ folder: cwd, cwd, variables, scope: scriptScope(context, noAccess) },
  });
  return CodeFiles.parse(listed);
}

/** Waits for a slot. Meanwhile the run counts as idle: when all scripts wait on the clock, only time can free one. */
async function waitForSlot(slots: ScriptSlots, context: RunContext): Promise<void> {
  const slot = slots.wait(context.signal);
  try {
    await orLog(context, context.idleUntil(slot));
  } catch (error) {
    // The run may have ended in the turn in which it got the slot.
    slot.then(
      () => slots.release(),
      () => undefined,
    );
    throw error;
  }
}

/** Logs the reason of a failed wait, unless the run was stopped. */
async function orLog<T>(context: RunContext, wait: Promise<T>): Promise<T> {
  try {
    return await wait;
  } catch (error) {
    if (!context.signal.aborted) context.log('warning', `Run failed: ${messageOf(error)}.`);
    throw error;
  }
}

/** @param own variables of the task, which those of the run override */
function startOf(
  { source, file, export: exported, calledWith, cwd }: BehaviorOf<'script'>,
  own: Readonly<Record<string, string>>,
  context: RunContext,
  { workspaceFolder, serverUrl }: ScriptEnvironment,
): Omit<StartMessage, 'compiled'> {
  const folder = workspaceFolder();
  const access = { url: serverUrl(), apiKey: context.apiKey() };
  return {
    type: 'start',
    source,
    file: file === undefined ? undefined : resolve(folder, file),
    folder,
    scope: scriptScope(context, access),
    foreignVariables: sdkPrefix(context.metadata),
    variables: { ...own, ...runVariables(context, access).variables },
    ...(exported === undefined ? {} : { export: exported }),
    ...(calledWith === 'params' ? { isTask: true } : {}),
    ...(calledWith === 'params' || isNamedBySdk(file, context.metadata) ? { isBundled: true } : {}),
    ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }),
    clock: context.clock.reading(),
  };
}

/** True for a file such as `refund.acme.ts`, which is written for a bundler. */
function isNamedBySdk(file = '', { sdk }: RunContext['metadata']): boolean {
  return sdk !== undefined && new RegExp(`\\.${sdk}\\.(?:[mc]?[jt]s|[jt]sx)$`).test(file);
}

function programStart(
  program: Program,
  context: RunContext,
  { workspaceFolder, params }: Pick<ScriptEnvironment, 'workspaceFolder'> & { readonly params: JsonObject },
): StartMessage {
  const noAccess = { url: '', apiKey: '' };
  return {
    type: 'start',
    program,
    ...{
      source: undefined,
      compiled: undefined,
      file: undefined,
      variables: {},
      foreignVariables: undefined,
      clock: undefined,
    },
    folder: workspaceFolder(),
    scope: { ...scriptScope(context, noAccess), params },
  };
}

/** The values in a script's context: the scope of templates, and the run's metadata. */
function scriptScope({ scope, programParams, metadata }: RunContext, access: ServerAccess): StartMessage['scope'] {
  const { env, config, resources, run } = scope;
  return {
    params: programParams,
    env: { ...env, id: metadata.environment.id },
    config,
    resources,
    run: { ...run, parentID: metadata.parentRunID, url: runUrl(metadata, access.url), teamID: metadata.teamID },
    task: {
      id: metadata.taskID,
      slug: metadata.taskSlug,
      name: metadata.taskName,
      url: taskUrl(metadata, access.url),
      runtime: metadata.runtime,
    },
    runner: metadata.runner,
    api: { url: access.url, key: access.apiKey },
  };
}
