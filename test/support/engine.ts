import { createHash } from 'node:crypto';
import { createEngine } from '../../electron/emulator/engine/create-engine.ts';
import type { Behaviors } from '../../electron/emulator/engine/context/behavior-port.ts';
import type { Engine } from '../../electron/emulator/engine/create-engine.ts';
import type { Call } from '../../electron/emulator/engine/context/call.ts';
import type { EngineEvent, Ids, WorkspaceStore } from '../../electron/emulator/engine/context/ports.ts';
import { createBehaviors } from '../../electron/emulator/compose/open-behaviors.ts';
import { openState, type StateStore } from '../../electron/emulator/store/state/state.ts';
import type { Caller } from '../../shared/model/access.ts';
import type { Json, JsonObject } from '../../shared/values/json.ts';
import type { Prompt } from '../../shared/model/prompt.ts';
import { ID_PREFIXES } from '../../shared/registry/ids.ts';
import type { Run } from '../../shared/model/run.ts';
import { Workspace, type AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { FakeClock, settled } from './fake-clock.ts';

/** An engine over an in-memory state, with a clock that the test moves. */
export interface TestEngine {
  readonly engine: Engine;
  readonly clock: FakeClock;
  readonly state: StateStore;
  readonly events: EngineEvent[];
  /** Sentences given to `warn` by calls made through this. */
  readonly warnings: string[];
  /** Executes a task by slug, as the local user unless told otherwise; gives the run's ID. */
  readonly execute: (slug: string, paramValues?: JsonObject, options?: ExecuteOptions) => string;
  readonly call: (caller?: Caller) => Call;
  readonly run: (id: string) => Run;
  /** The output of a run, as `/v0` gives it. */
  readonly output: (id: string) => Json;
  /** Cancels a run, as the local user. */
  readonly cancel: (id: string) => void;
  /** Prompts of a run, the oldest first. */
  readonly prompts: (runID: string) => Prompt[];
  /** Texts of a run's log, debug lines too when asked for. */
  readonly log: (id: string, debug?: boolean) => string[];
  readonly change: (edit: (workspace: Workspace) => Workspace) => Promise<void>;
  /** Stops this engine and starts another one on the same state. */
  readonly restart: () => Promise<TestEngine & { messages: string[] }>;
}

interface ExecuteOptions {
  readonly caller?: Caller;
  readonly env?: string;
  readonly resources?: Record<string, string>;
  readonly allowCachedMaxAge?: number;
  readonly inputsHash?: string;
  readonly webhookPayload?: JsonObject;
}

/** Behaviors beside `steps` end at once; tests of these use their own. */
const noRunner = { resumes: false, run: () => Promise.resolve() };

/** Starts an engine on a workspace whose `version` may be left out. */
export async function startEngine(
  workspace: Omit<AuthoredWorkspace, 'version'>,
  behaviors?: Partial<Behaviors>,
): Promise<TestEngine> {
  const clock = new FakeClock();
  const state = await openState({
    folder: null,
    now: () => clock.now(),
    onFailure: (error) => {
      throw error;
    },
  });
  const store = memoryWorkspace(Workspace.parse({ version: 1, ...workspace }));
  return assemble({ clock, state, store, ids: countingIds(), behaviors });
}

/** A workspace with one task of steps, `t` unless named otherwise. */
export function taskOf(task: Partial<AuthoredTask> & { steps?: unknown[] }): Pick<AuthoredWorkspace, 'tasks'> {
  const { steps, ...rest } = task;
  // Steps come from test tables as plain objects; the schema checks them when the workspace is parsed.
  const behavior = { kind: 'steps', steps: steps ?? [] } as AuthoredTask['behavior'];
  return { tasks: [{ slug: 't', behavior, ...rest }] };
}

interface Parts {
  readonly clock: FakeClock;
  readonly state: StateStore;
  readonly store: WorkspaceStore;
  readonly ids: Ids;
  readonly behaviors: Partial<Behaviors> | undefined;
}

function assemble(parts: Parts): TestEngine {
  const { clock, state, store } = parts;
  const events: EngineEvent[] = [];
  const warnings: string[] = [];
  const steps = createBehaviors({ script: noRunner, command: noRunner, builtin: noRunner });
  const engine = createEngine({
    clock,
    state,
    ids: parts.ids,
    workspace: store,
    behaviors: { ...steps, ...parts.behaviors },
    emit: (event) => events.push(event),
    extraKeys: ['tkn_extra'],
    sdk: () => store.current().settings.sdk,
    baseUrl: () => 'http://127.0.0.1:4100',
  });
  const call = (caller: Caller = engine.access.localUser()): Call => ({
    caller,
    origin: { kind: 'window', trafficID: '', webhook: '' },
    warn: (sentence) => warnings.push(sentence),
  });
  return {
    engine,
    clock,
    state,
    events,
    warnings,
    call,
    execute: (slug, paramValues = {}, options = {}) => {
      const caller = options.caller ?? engine.access.localUser();
      const { env, resources = {}, allowCachedMaxAge, inputsHash = '', webhookPayload } = options;
      const request = {
        task: engine.tasks.find({ slug }, caller),
        environment: engine.access.environment(env, caller),
        paramValues,
        resources,
        allowCachedMaxAge,
        inputsHash,
        ...(webhookPayload === undefined ? {} : { webhookPayload }),
      };
      return engine.tasks.execute(request, call(caller)).runID;
    },
    run: (id) => engine.runs.get(id, engine.access.localUser()),
    output: (id) => engine.runs.outputs(id, engine.access.localUser()).output,
    cancel: (id) => engine.runs.cancel(id, engine.access.localUser()),
    prompts: (runID) => engine.prompts.list(runID, engine.access.localUser()),
    log: (id, debug = false) => engine.runs.logs(id, { debug }, engine.access.localUser()).logs.map(({ text }) => text),
    change: (edit) => store.change(edit),
    restart: async () => {
      await engine.stop();
      const next = assemble(parts);
      const messages = next.engine.resume();
      await settled();
      return { ...next, messages };
    },
  };
}

function memoryWorkspace(initial: Workspace): WorkspaceStore {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    change: (edit) => {
      current = edit(current);
      for (const listener of listeners) listener();
      return Promise.resolve();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** IDs in the documented shape, counted up. */
function countingIds(): Ids {
  let count = 0;
  const next = (): string => String(++count).padStart(10, '0');
  return {
    next: (kind, at) =>
      `${ID_PREFIXES[kind]}${new Date(at / 1000).toISOString().slice(0, 10).replaceAll('-', '')}z${next()}`,
    secret: () => `secret${next()}`,
    digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  };
}
