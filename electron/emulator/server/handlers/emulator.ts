import { ApiError } from '../../../../shared/http/errors.ts';
import { setImmediate } from '../../timers/timers.ts';
import { type JsonObject, isJsonObject, type Json } from '../../../../shared/values/json.ts';
import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import { workspaceOf, BUNDLE_FILE_NAME } from '../../../../shared/contract/emulator/archive.ts';
import { withoutCredentials } from '../../../../shared/model/mask-json.ts';
import { type ArchiveField, archivePieces, mapped } from '../../archive/archive.ts';
import type { Bundler } from '../evidence/bundle.ts';
import type { EventStream } from '../events/event-stream.ts';
import { ACCEPTED, GzipFile, type Handlers } from '../http/handler.ts';
import type { Admin } from '../access/admin.ts';
import type { Origins } from '../access/origins.ts';
import { JsonPieces, type JsonText } from '../request/json-text.ts';
import type { ServerPorts } from '../http/ports.ts';
import type { PersistedTraffic } from '../http/persisted-traffic.ts';
import { restoredExchanges } from '../http/stored-exchange.ts';
import type { TrafficLog } from '../http/traffic-log.ts';
import type { TrafficSender } from '../http/traffic-sender.ts';
import {
  heldHandlers,
  scheduleHandlers,
  checkpointHandlers,
  type Undoing,
  clockHandlers,
  coverageHandlers,
  findingHandlers,
  ruleHandlers,
  sandboxHandlers,
} from './lab.ts';
import type { HeldRequests } from '../http/held-requests.ts';
import type { UndoLog } from '../http/undo-log.ts';
import type { ConditionWaits } from '../waiting/condition-waits.ts';
import { definitionFileHandlers, changeHandlers, definitionHandlers, settingsHandlers } from './definitions.ts';
import { explorationHandlers } from './explorations.ts';
import { fileHandlers, stateHandlers } from './state.ts';
import { putBack, trafficHandlers } from './traffic.ts';

/** Dependencies of the handlers of `/_emulator`. */
interface EmulatorHandlerContext {
  readonly ports: ServerPorts;
  readonly traffic: TrafficLog;
  readonly kept: PersistedTraffic;
  readonly sender: TrafficSender;
  readonly bundle: Bundler;
  readonly events: EventStream;
  readonly waits: ConditionWaits;
  readonly admin: Admin;
  readonly held: HeldRequests;
  readonly undo: UndoLog;
  readonly origins: Origins;
  readonly openapi: Readonly<Record<'v0' | 'emulator' | 'workspace' | 'explore', () => JsonText>>;
}

/** Handlers of `/_emulator`. */
export function emulatorHandlers(context: EmulatorHandlerContext): Handlers<EmulatorContract> {
  return {
    ...controlHandlers(context),
    ...snapshotHandlers(context),
    bundle: async (_, { isClientConnected }) => new GzipFile(await context.bundle(isClientConnected), BUNDLE_FILE_NAME),
    ...stateHandlers(context.ports.engine),
    traffic: trafficHandlers(context),
    ...fileHandlers(context),
    definitions: definitionHandlers(context.ports, context.undo),
    definitionFiles: definitionFileHandlers(context.ports, context.undo),
    changes: changeHandlers(context.ports),
    settings: settingsHandlers(context.ports),
    ...ruleHandlers(context.ports.lab, context.undo),
    clock: clockHandlers(context.ports.engine),
    coverage: coverageHandlers(context.ports.lab, context.undo),
    findings: findingHandlers(context.ports.lab, context.undo),
    heldRequests: heldHandlers(context.held),
    schedule: scheduleHandlers(context),
    explorations: explorationHandlers(context.ports),
    ...sandboxHandlers(context.ports.sandboxes, context.undo),
    checkpoints: checkpointHandlers(context.ports.checkpoints, undoing(context)),
    undo: undoHandlers(context.undo),
    wait: ({ body }, { onDisconnect }) => context.waits.wait(body, onDisconnect),
  };
}

type ControlName =
  | 'ready'
  | 'agent'
  | 'info'
  | 'workspace'
  | 'events'
  | 'login'
  | 'proof'
  | 'logout'
  | 'allowOrigin'
  | 'forgetOrigins'
  | 'openapiV0'
  | 'openapiEmulator'
  | 'workspaceSchema'
  | 'exploreSchema';

function controlHandlers({
  ports,
  events,
  admin,
  openapi,
  traffic,
  origins,
}: EmulatorHandlerContext): Pick<Handlers<EmulatorContract>, ControlName> {
  return {
    ready: () => ({ ready: true, version: ports.options.version }),
    agent: async ({ body }) => {
      const { answerAgent } = ports.options;
      if (answerAgent === undefined) throw new ApiError('not_found', 'This Hangar has no tools for agents.');
      // A message of MCP is checked by the tools.
      return ((await answerAgent(body, ports.info().url)) as JsonObject | undefined) ?? ACCEPTED;
    },
    info: () => ({
      ...ports.info(),
      usage: { ...ports.usage(), traffic: traffic.usage },
      actors: ports.engine.access.actors(),
      refusedOrigins: origins.refused,
    }),
    workspace: () => ports.workspace.status(),
    ...eventHandlers(admin, events),
    ...originHandlers(origins),
    ...loginHandlers(admin, events),
    proof: async ({ query: { nonce } }, { localPort: port }) => {
      const { adminToken } = ports.options;
      return { port, proof: adminToken === null ? null : await ports.tokens.proveAdmin(adminToken, { nonce, port }) };
    },
    openapiV0: openapi.v0,
    openapiEmulator: openapi.emulator,
    workspaceSchema: openapi.workspace,
    exploreSchema: openapi.explore,
  };
}

function stop({ options: { onStopAsked } }: ServerPorts): void {
  if (onStopAsked === undefined)
    throw new ApiError('conflict', 'This Hangar is a part of another program; end that program.');
  setImmediate(onStopAsked);
}

function originHandlers(origins: Origins): Pick<Handlers<EmulatorContract>, 'allowOrigin' | 'forgetOrigins'> {
  return {
    allowOrigin: ({ body }) => origins.allow(body.origin),
    forgetOrigins: () => origins.forget(),
  };
}

function eventHandlers(admin: Admin, events: EventStream): Pick<Handlers<EmulatorContract>, 'events'> {
  return {
    events: ({ query }, { headers, method, disconnect }) => {
      if (method === 'HEAD') return null;
      return events.open({
        lastEventID: headers.lastEventID,
        runs: query.run?.split(',').filter((run) => run !== '') ?? [],
        session: admin.sessionOf(headers),
        disconnect,
      });
    },
  };
}

function loginHandlers(admin: Admin, events: EventStream): Pick<Handlers<EmulatorContract>, 'login' | 'logout'> {
  return {
    login: async ({ body }, context) => {
      const cookie = await admin.logIn(body.token, context);
      if (cookie !== undefined) context.setHeader('Set-Cookie', cookie);
    },
    logout: (_, { headers, setHeader }) => {
      const { session, cookie } = admin.logOut(headers);
      if (session !== undefined) events.endSession(session);
      setHeader('Set-Cookie', cookie);
    },
  };
}

/** Lists the things that can be undone, and undoes them. */
function undoHandlers(undo: UndoLog): Handlers<EmulatorContract>['undo'] {
  return {
    list: () => ({ items: undo.list() }),
    apply: ({ body }) => undo.undo(body.id),
  };
}

/** Means to undo a change of the whole state, with the traffic, the findings and the runtime rules, which no checkpoint has. */
function undoing(context: EmulatorHandlerContext): Undoing {
  const { undo, traffic, ports } = context;
  const { findings, rules } = ports.lab;
  const others: Undoing['others'] = () => {
    const [requests, found] = [traffic.logged(), findings.list()];
    const lists = [rules.faults.keepRuntime(), rules.answers.keepRuntime()];
    return async () => {
      for (const putRulesBack of lists) putRulesBack();
      await putBack(context, requests);
      findings.putBack(found);
    };
  };
  return { undo, others };
}

/** Operations on the whole workspace and state. */
function snapshotHandlers(
  context: EmulatorHandlerContext,
): Pick<Handlers<EmulatorContract>, 'reset' | 'stop' | 'export' | 'import'> {
  const { ports, kept } = context;
  const { workspace } = ports;
  const { undo, others } = undoing(context);
  return {
    reset: ({ body }) =>
      undo.checkpointed('Reset', others, async () => {
        if (body.workspace) await workspace.reload();
        if (body.examples) await workspace.replace(ports.examples);
        await ports.reset();
        await kept.clear();
      }),
    stop: () => stop(ports),
    export: ({ query }) => {
      // Captured now, not when the pieces are read.
      const fields: ArchiveField[] = [['workspace', JSON.stringify(workspace.authored())]];
      if (query.state === 'true') fields.push(['state', mapped(ports.exportState(), exportedText)]);
      return new JsonPieces(archivePieces('export', { hangar: ports.options.version }, fields));
    },
    import: async ({ body, query }) => {
      // Checks all before replacing anything, so that a rejected import changes nothing.
      const { findings, traffic } = body;
      const entries = traffic && restoredExchanges(traffic);
      const replaceState =
        body.state === undefined
          ? undefined
          : await ports.readState(body.state, query.resume === undefined ? body.resume : query.resume === 'true');
      await undo.checkpointed('Imported a file', others, async () => {
        await workspace.replace(workspaceOf(body), true);
        if (replaceState !== undefined) await ports.gate.during(replaceState);
        if (entries !== undefined) await kept.replace(entries);
        if (findings !== undefined) ports.lab.findings.replace(findings);
      });
    },
  };
}

/** A record without the credentials that a webhook was sent in headers. They belong to somebody else, and no definition holds them. */
function exportedText(record: Json): string {
  if (!isJsonObject(record) || record['kind'] !== 'run') return JSON.stringify(record);
  const { logs = [], ...run } = record;
  return JSON.stringify({ ...withoutCredentials(run), logs });
}
