import { answerAgent } from '../../electron/programs/mcp/answer-agent.ts';
import { SAMPLE_WORKSPACE } from '../../electron/emulator/compose/sample-workspace.ts';
import { randomIds } from '../../electron/emulator/host/ids.ts';
import { memoryBlobs } from '../../electron/emulator/host/blobs.ts';
import { createUploads } from '../../electron/emulator/host/uploads.ts';
import { gzipped } from '../../electron/emulator/server/http/outcome.ts';
import { Sandboxes } from '../../electron/emulator/host/sandboxes.ts';
import type { Behaviors } from '../../electron/emulator/engine/context/behavior-port.ts';
import { createEngine } from '../../electron/emulator/engine/create-engine.ts';
import type { Engine } from '../../electron/emulator/engine/create-engine.ts';
import { settingReaders } from '../../electron/emulator/engine/definitions/definitions.ts';
import type { EngineEvent } from '../../electron/emulator/engine/context/ports.ts';
import { createBehaviors } from '../../electron/emulator/compose/open-behaviors.ts';
import { createLab } from '../../electron/emulator/lab/lab.ts';
import { MAX_SANDBOX_LOG_BYTES } from '../../electron/emulator/server/http/traffic-log.ts';
import { createApp, type ServerApp } from '../../electron/emulator/server/app.ts';
import type {
  LoopbackRequest,
  ServerOptions,
  ServerPorts,
  WorkspaceOperations,
} from '../../electron/emulator/server/http/ports.ts';
import { emulatorCheckpoints, openCheckpoints } from '../../electron/emulator/compose/checkpoints.ts';
import { sentDefinitionsReader } from '../../electron/emulator/compose/sent-definitions.ts';
import { readImport, type ReplacedParts } from '../../electron/emulator/compose/replace-state.ts';
import { memoryDisk } from '../../electron/emulator/store/state/memory-disk.ts';
import { TokenSigner } from '../../electron/emulator/host/token-signer.ts';
import { MAX_RUN_BYTES } from '../../electron/emulator/store/state/state-usage.ts';
import { openStateOn, type StateStore } from '../../electron/emulator/store/state/state.ts';
import { contract, type HangarContract } from '../../shared/contract/index.ts';
import { createClient, type Client } from '../../shared/http/client.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { type Json, type JsonObject, jsonOfText } from '../../shared/values/json.ts';
import { Workspace, type AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { FakeClock, settled } from './fake-clock.ts';
import { heldCommands } from './held-run.ts';
import { exchangeInProcess, requestInProcess } from './request-in-process.ts';

/** The key of the local user in every workspace made here. */
export const KEY = 'tkn_local';
const BASE = 'http://127.0.0.1:4100';

/** An answer read whole. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly json: unknown;
}

/** The parts of a test's request; the method is POST with a body. */
export interface TestRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON; texts and bytes as they are. */
  readonly body?: object | string | Uint8Array;
  /** The API key; `null` for none. */
  readonly key?: string | null;
}

/** The whole server in this process, without a socket, on a state in memory and a clock that the test moves. */
export interface TestEmulator {
  readonly engine: Engine;
  readonly clock: FakeClock;
  readonly state: StateStore;
  readonly server: ServerApp;
  readonly ports: ServerPorts;
  /** The typed client, with the local user's key. */
  readonly api: Client<HangarContract>;
  /** The typed client with another key. */
  readonly withKey: (key: string) => Client<HangarContract>;
  /** Sends a request to a path, as a program with the local user's key would. */
  readonly send: (path: string, request?: TestRequest) => Promise<ReadAnswer>;
  /** Executes a task over HTTP, as the local user; gives the run's ID once all has happened that takes no time. */
  readonly execute: (slug: string, paramValues?: JsonObject, headers?: Record<string, string>) => Promise<string>;
  /** Errors of Hangar itself; every test ends with none. */
  readonly errors: unknown[];
  /** Makes the disk refuse from now on, with this message. */
  readonly breakDisk: (message: string) => void;
  /** Stops, and starts another one on the same state and workspace. */
  readonly restart: () => Promise<TestEmulator>;
}

interface Parts {
  readonly clock: FakeClock;
  readonly disk: ReturnType<typeof memoryDisk>;
  readonly document: WorkspaceOperations & { readonly subscribe: (listener: () => void) => () => void };
  readonly options: ServerOptions;
}

/** Starts the server on a workspace whose `version` may be left out. It has the key `tkn_local`. */
export async function testEmulator(
  workspace: Omit<AuthoredWorkspace, 'version'> = {},
  options: Partial<ServerOptions> = {},
  disk = memoryDisk(),
  open: (initial: AuthoredWorkspace) => Parts['document'] | Promise<Parts['document']> = memoryDocument,
): Promise<TestEmulator> {
  const { apiKeys = [], ...rest } = workspace;
  const document = await open({ version: 1, ...rest, apiKeys: [{ name: 'local', key: KEY }, ...apiKeys] });
  const defaults: ServerOptions = {
    version: '0.0.0',
    allowedHosts: [],
    corsOrigins: [],
    adminToken: null,
    gui: null,
    answerAgent: (message, url) => answerAgent(message, url, undefined),
    onStopAsked: () => undefined,
  };
  return assemble({ clock: new FakeClock(), disk, document, options: { ...defaults, ...options } });
}

async function assemble(parts: Parts): Promise<TestEmulator> {
  const { clock, disk, document, options } = parts;
  const errors: unknown[] = [];
  const listeners = new Set<(event: EngineEvent) => void>();
  const state = await openStateOn(disk, { now: () => clock.now(), onFailure: (error) => errors.push(error) });
  const ids = randomIds();
  const engine = createEngine({
    clock,
    state,
    ids,
    workspace: document,
    behaviors: behaviorsOf(),
    emit: (event) => listeners.forEach((listener) => listener(event)),
    extraKeys: [],
    sdk: () => document.current().settings.sdk,
    baseUrl: () => BASE,
  });
  const emit = (event: EngineEvent) => listeners.forEach((listener) => listener(event));
  state.usage.limit({
    ...{ run: MAX_RUN_BYTES, state: () => document.current().settings.maxStateBytes },
    onScarcity: () => emit({ type: 'memory' }),
  });
  const {
    seed,
    sdk: _sdk,
    maxStateBytes: _maxStateBytes,
    ...settings
  } = settingReaders(() => document.current().settings);
  const subscribe = (listener: (event: EngineEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const reportError = (error: unknown) => errors.push(error);
  const lab = createLab({ clock, state, ids, workspace: document, engine, seed, emit, subscribe, reportError });
  engine.resume();
  lab.resume();
  let broken: string | undefined;
  const replaced = { engine, lab, state, events: { emit } };
  const ports: ServerPorts = {
    emit,
    engine,
    lab,
    clock,
    flushed: () => (broken === undefined ? state.flushed() : Promise.reject(new Error(broken))),
    assertWritable: () => undefined,
    workspace: document,
    definitionFiles: {
      sourceOf: () => undefined,
      rows: () => [],
      pathOf: () => '/a.task.yaml',
      readCode: () => Promise.resolve({ path: '/a.ts', text: '' }),
      readSent: sentDefinitionsReader({ workspaceFolder: '/', settings: () => document.current().settings }),
    },
    examples: SAMPLE_WORKSPACE,
    uploads: createUploads({ blobs: memoryBlobs(), state, time: engine.time, ids }),
    tokens: new TokenSigner(state),
    sandboxes: new Sandboxes({
      ...{ clock, ids, reportError },
      emit,
      // One that is this server itself.
      open: () =>
        Promise.resolve({
          ...{ url: 'http://127.0.0.1:4200', apiKey: KEY, stop: () => Promise.resolve() },
          ...{ testView: (began) => server.testView(began), testCounts: () => server.testCounts() },
          bundle: async () => gzipped(await server.bundle(), reportError),
        }),
      ending: () => undefined,
    }),
    ...statePorts(replaced),
    ...emulatorCheckpoints({
      ...replaced,
      store: openCheckpoints(null, () => undefined),
      undoStore: openCheckpoints(null, () => undefined),
      clock,
      workspace: document,
    }),
    usage: () => state.usage.read(),
    info: () => ({ ...INFO, version: options.version }),
    subscribe,
    reportError,
    maxTrafficBytes: MAX_SANDBOX_LOG_BYTES,
    storedTraffic: null,
    sendLoopback: (request, onConnected) => sendInProcess(server, request, onConnected),
    settings,
    options,
  };
  const server = createApp(ports);
  return {
    engine,
    clock,
    state,
    server,
    ports,
    errors,
    api: clientOf(server, KEY),
    withKey: (key) => clientOf(server, key),
    send: (path, request) => send(server, path, request),
    execute: (slug, paramValues = {}, headers = {}) => execute(server, { body: { slug, paramValues }, headers }),
    breakDisk: (message) => (broken = message),
    restart: async () => {
      lab.stop();
      await engine.stop();
      await state.close();
      return assemble(parts);
    },
  };
}

/** Sends a logged request again, to the same server in this process. */
async function sendInProcess(
  server: ServerApp,
  { method, target, headers, body }: LoopbackRequest,
  onConnected: (port: number) => void,
): Promise<number> {
  onConnected(0);
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));
  const init = { method, headers: pairs as [string, string][] };
  const answer = await requestInProcess(
    server,
    target,
    body.length === 0 ? init : { ...init, body: Buffer.from(body) },
  );
  return answer.status;
}

const INFO = {
  version: '',
  url: BASE,
  data: '',
  workspace: '',
  apiKey: KEY,
  startedAt: '2026-11-20 16:00:00.000000+00',
  firstStart: false,
  messages: [],
  problems: [],
};

/** Behaviors other than `steps` belong to tests of their own. */
function behaviorsOf(): Behaviors {
  const none = { resumes: false, run: () => Promise.resolve() };
  return createBehaviors({ script: none, command: heldCommands, builtin: none });
}

function statePorts(parts: ReplacedParts): Pick<ServerPorts, 'exportState' | 'readState' | 'reset'> {
  const { engine, lab, state } = parts;
  return {
    exportState: () => state.exportRecords(),
    readState: (records, mayGoOn) => readImport(parts, { records, mayGoOn }),
    reset: async () => {
      await engine.reset();
      lab.reset();
    },
  };
}

function clientOf(server: ServerApp, key: string): Client<HangarContract> {
  return createClient(contract, {
    base: BASE,
    headers: () => ({ 'X-Service-API-Key': key }),
    transport: async (url, init) => {
      const { status, headers, text } = await exchangeInProcess(server, url, init);
      return { status, headers: { get: (name) => headers[name] ?? null }, text: () => Promise.resolve(text) };
    },
  });
}

async function send(server: ServerApp, path: string, request: TestRequest = {}): Promise<ReadAnswer> {
  const { body, headers = {}, key = KEY, method = body === undefined ? 'GET' : 'POST' } = request;
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const answer = await exchangeInProcess(server, path, {
    method,
    headers: { ...(key === null ? {} : { 'X-Service-API-Key': key }), ...headers },
    body: isRaw ? body : JSON.stringify(body),
  });
  // Waits for the effects of the request.
  await settled();
  return {
    ...answer,
    get json() {
      return jsonOfText(answer.text);
    },
  };
}

async function execute(server: ServerApp, request: TestRequest): Promise<string> {
  const { status, text, json } = await send(server, '/v0/tasks/execute', request);
  if (status !== 200) throw new Error(`The task was not executed: ${text}`);
  return (json as { runID: string }).runID;
}

/** A workspace that is in no file. */
function memoryDocument(initial: AuthoredWorkspace): Parts['document'] {
  let authored: AuthoredWorkspace = initial;
  let current = Workspace.parse(authored);
  let revision = 1;
  const listeners = new Set<() => void>();
  const use = (next: AuthoredWorkspace): Promise<void> => {
    const checked = Workspace.safeParse(next);
    if (!checked.success) throw new ApiError('invalid_request', checked.error.issues[0]?.message ?? '');
    authored = next;
    current = checked.data;
    revision += 1;
    for (const listener of listeners) listener();
    return Promise.resolve();
  };
  return {
    current: () => current,

    change: async (edit) => use(edit(current)),
    status: () => ({ revision, problem: '', warnings: [] }),
    authored: () => JSON.parse(JSON.stringify(authored)) as Json,
    refresh: () => Promise.resolve(),
    reload: () => use(initial),

    replace: async (workspace) => use(workspace as unknown as AuthoredWorkspace),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The path of the only webhook of a workspace. */
export async function pathOfWebhook({ api }: TestEmulator): Promise<string> {
  const [webhook] = (await api.emulator.webhooks.list()).webhooks;
  return new URL(webhook?.url ?? '').pathname;
}
