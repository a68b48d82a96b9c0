import type { ProcessRecords } from '../process-records.ts';
import { runUrl, runVariables, sdkPrefix, type ServerAccess, taskUrl } from '../run-variables.ts';
import { Compiler } from './compiler/compiler.ts';
import { MemoryWatch } from './memory-watch.ts';
import { startNodeProcess } from './node-process.ts';
import { ProcessPool } from './process-pool.ts';
import type { Program, StartMessage } from './protocol/protocol.ts';
import type { StartScriptProcess } from './script-process.ts';
import { createRequestHandler } from './script-requests.ts';
import { ScriptRun } from './script-run.ts';
import { PROGRAM_SLOTS, SCRIPT_LIMITS, ScriptSlots, slotsOfScripts, type ScriptLimits } from './script-slots.ts';
import { StartedProcesses } from './started-processes.ts';
import type { BehaviorRunner, RunContext } from '../../engine/context/behavior-port.ts';
import { resolve } from 'node:path';
import { messageOf } from '../../../../shared/values/message-of.ts';

/** Environment of the scripts of one emulator. The function is called at each run, since its result may change. */
export interface ScriptEnvironment {
  /** Absolute folder of the workspace file: the base of relative files and imports. */
  readonly workspaceFolder: () => string;
  /** The server's URL for scripts. */
  readonly serverUrl: () => string;
  readonly processes: ProcessRecords;
}

/** Options of a script runner. */
export interface ScriptRunnerOptions extends ScriptEnvironment {
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
  /** Runs a program of Hangar's own like a script, in one of the same processes. It gets no key. */
  readonly runProgram: (program: Program, context: RunContext) => Promise<void>;
  /** Ends all processes. Stop the runs first, or they fail. */
  readonly close: () => Promise<void>;
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
    runProgram: async (program, context) => {
      if (!programSlots.tryTake()) await orLog(context, programSlots.wait(context.signal));
      try {
        await runIn(host, context, options.processes, programStart(program, context, options));
      } finally {
        programSlots.release();
      }
    },
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
        const start = { ...startOf(behavior, context, options), compiled: compiler.known(behavior.source ?? '') };
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

function startOf(
  { source, file }: { readonly source?: string | undefined; readonly file?: string | undefined },
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
    variables: runVariables(context, access).variables,
    clock: context.clock.reading(),
  };
}

function programStart(program: Program, context: RunContext, { workspaceFolder }: ScriptEnvironment): StartMessage {
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
    scope: { ...scriptScope(context, noAccess), params: context.scope.params },
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
