import { randomBytes } from 'node:crypto';
import { contract } from '../../../shared/contract/index.ts';
import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { MAX_CALLS } from '../../../shared/contract/emulator/schedule.ts';
import type { TrafficSend } from '../../../shared/contract/emulator/traffic.ts';
import type { WaitRequest } from '../../../shared/contract/emulator/wait.ts';
import { maskingRedaction } from '../../../shared/model/masking.ts';
import { firstValues, runSubject } from '../engine/lists/rows.ts';
import { assertAllRead } from '../../../shared/values/objects.ts';
import { RateLimit } from './access/rate-limit.ts';
import { refusesUnknown } from './request/validate.ts';
import { RequestPipeline } from './http/request-pipeline.ts';
import { EventStream } from './events/event-stream.ts';
import { serveFallback } from './http/fallback.ts';
import { StaticFiles } from './http/static-files.ts';
import { scheduleView, testReaders } from './http/lab-views.ts';
import { emulatorHandlers } from './handlers/emulator.ts';
import { runtimeHandlers } from './handlers/runtime.ts';
import { v0Handlers } from './handlers/v0.ts';
import { observeTraffic } from './http/findings.ts';
import type { ServerPorts } from './http/ports.ts';
import { Router } from './http/router.ts';
import type { IncomingRequest } from './request/target.ts';
import { readHar } from './evidence/har.ts';
import { KnownSecrets } from './evidence/known-secrets.ts';
import { atEndOfTurn } from '../slices/slices.ts';
import { PersistedTraffic } from './http/persisted-traffic.ts';
import { refusalOf } from './evidence/refusal.ts';
import type { TrafficFormatContext } from './http/traffic-format.ts';
import type { LoggedExchange } from './http/logged-exchange.ts';
import { TrafficLog } from './http/traffic-log.ts';
import type { TrafficSelection } from './http/traffic-selection.ts';
import { ConditionWaits } from './waiting/condition-waits.ts';
import { bundler } from './evidence/bundle.ts';
import { UndoLog } from './http/undo-log.ts';
import { TrafficSender } from './http/traffic-sender.ts';
import type { Coverage } from '../lab/coverage.ts';
import { operationOf } from './http/operation-of.ts';
import { documentedDecision, GENERAL_DECISIONS } from '../../../shared/registry/decisions.ts';
import type { Contract } from '../../../shared/http/endpoint.ts';
import { exploreJsonSchema } from '../../../shared/model/explore-file.ts';
import { workspaceJsonSchema } from '../../../shared/model/workspace.ts';
import { type DocumentOptions, openApiDocument } from '../../../shared/http/openapi.ts';
import { JsonText } from './request/json-text.ts';

/** The server as a function from requests to responses, without a socket. */
export type ServerApp = ReturnType<typeof createApp>;

function trafficFormatContext(ports: ServerPorts): TrafficFormatContext {
  const secrets = new KnownSecrets(ports);
  ports.subscribe(({ type }) => {
    // Prepared for the next reader, off the path of the request that changed them.
    if (type === 'definitions') atEndOfTurn(() => secrets.prepare());
  });
  return {
    nameOf: ports.engine.access.nameOf,
    redaction: maskingRedaction(() => secrets.current()),
    subjectOf: ({ runID, promptID, sessionID }) => {
      const session = ports.engine.sessions.find(sessionID);
      if (session !== undefined)
        return { slug: session.runbookSlug, values: firstValues(session.paramValues).map(([, value]) => value) };
      return runSubject(ports.engine.runs.find(runID === '' ? ports.engine.prompts.runOf(promptID) : runID));
    },
    refusalText: (refused) => {
      const workspace = ports.workspace.current();
      const { text = '', nearest = '' } = refusalOf({ ...refused, isWhole: false, workspace, faults: [] }) ?? {};
      return nearest === '' ? text : `${text} Did you mean ${nearest}?`;
    },
  };
}

function trafficLog(ports: ServerPorts, boot: string, entries: () => number): TrafficLog {
  const { schedule } = ports.lab;
  // The calls since a schedule was applied are read from the log.
  const kept = (): number => (schedule.current === null ? entries() : Math.max(entries(), MAX_CALLS));
  return new TrafficLog(boot, { entries: kept, bytes: ports.maxTrafficBytes }, trafficFormatContext(ports));
}

/** Creates the application with all routes. */
export function createApp(ports: ServerPorts) {
  const boot = randomBytes(4).toString('hex');
  const { trafficEntries, maxBodyBytes, rateLimit, strict, decisions, ...unread } = ports.settings;
  assertAllRead(unread);
  const traffic = trafficLog(ports, boot, trafficEntries);
  countCoverage(traffic, ports.lab.coverage);
  observeTraffic({ traffic, findings: ports.lab.findings });
  const events = new EventStream(boot, { ...ports, traffic, workspaceStatus: ports.workspace.status });
  const pipeline = new RequestPipeline(ports, traffic, {
    maxBodyBytes,
    rateLimit: new RateLimit(rateLimit),
    refusesUnknown: (access) => refusesUnknown(access, strict(), decisions()),
  });
  const parts = trafficParts(ports, traffic);
  const { kept, sender, bundle } = parts;
  const waits = new ConditionWaits(ports.clock, { ...ports, traffic, held: pipeline.held });
  const router = new Router(pipeline);
  const [{ admin, held, origins }, openapi] = [pipeline, openApiDocuments(ports)];
  router.mount(contract.v0, v0Handlers(ports.engine));
  router.mount(contract.runtime, runtimeHandlers(ports));
  router.mount(contract.emulator, emulatorHandlers({ ports, ...parts, waits, events, admin, openapi, held, origins }));
  const gui = new StaticFiles(ports.options.gui, () => missingWindowText(ports));
  return {
    /** Serves a request. */
    serve: (incoming: IncomingRequest) => router.serve(incoming) ?? serveFallback({ pipeline, router, gui }, incoming),
    /** Reports an error of Hangar. */
    reportError: ports.reportError,
    /** Ends all event streams, and the waits of requests. Call it before waiting for connections to close. */
    endStreams: () => {
      events.close();
      pipeline.waits.close();
      waits.close();
    },
    /** Adds requests of another emulator to the traffic log, oldest first. */
    restoreTraffic: (entries: readonly LoggedExchange[]) => traffic.restore(entries),
    /** Prepares a bundle. Rejects with a 413 when it is too large. @param findings instead of the current ones */
    bundle: (findings?: readonly Finding[]) => bundle(() => true, findings),
    /** Sends a logged request again, by its ID. */
    sendAgain: (id: string, change: TrafficSend) => kept.whenReady(() => sender.send(traffic.find(id), change)),
    /** The text of an HTTP archive of logged requests. */
    har: (selection: TrafficSelection) => readHar({ ports, traffic, kept, selection }),
    /** Writes the remaining traffic. Call it once connections are closed. */
    saveTraffic: () => kept.close(),
    /** Waits for an event. Rejects with a 408 after the timeout. */
    waitFor: async (wait: WaitRequest) => waits.wait(wait),
    ...{ held, ...testReaders({ ...ports, traffic }) },
    /** The applied schedule, and what became of the applied schedule. */
    scheduleView: () => scheduleView({ ...ports, traffic }),
  };
}

/** The parts that read the traffic log for users. */
function trafficParts(ports: ServerPorts, traffic: TrafficLog) {
  const kept = new PersistedTraffic(traffic, ports);
  const sender = new TrafficSender(traffic, ports.sendLoopback);
  return { traffic, kept, sender, bundle: bundler(ports, traffic, kept), undo: new UndoLog(ports) };
}

/** Text served at `/` when the window is not built. */
function missingWindowText({ info, options }: ServerPorts): string {
  const { url, apiKey } = info();
  return `Hangar ${options.version}: a local emulator of a task, runbook and resource automation service.

The interface is at ${url}/v0. A first request:

  curl -H 'X-Service-API-Key: ${options.adminToken === null ? apiKey : '<key>'}' '${url}/v0/runs/list?limit=5'

The window was not built here ("npm run build" does); everything it can do is at ${url}/_emulator,
described in ${url}/_emulator/openapi/emulator.json.
`;
}

/** Counts the answered requests of the traffic log in the coverage. */
function countCoverage(traffic: TrafficLog, coverage: Coverage): void {
  traffic.subscribe((change) => {
    if (change.type !== 'added' || change.logged.endpoint === undefined) return;
    const operation = operationOf(change.logged.endpoint);
    if (operation === undefined) return;
    coverage.addCall(operation, change.logged);
    for (const { id, status } of change.listedRuns) coverage.addRun(id, status);
  });
}

/** OpenAPI documents and the schema of the workspace file, generated on first request. */
function openApiDocuments({ options: { version } }: ServerPorts) {
  const write = (part: Contract, options: Pick<DocumentOptions, 'title' | 'general'>) => {
    const all = { ...options, version, decision: documentedDecision };
    return once(() => new JsonText(JSON.stringify(openApiDocument(part, all))));
  };
  const title = 'Task, Runbook and Resource Automation API, as Hangar emulates it';
  return {
    v0: write({ ...contract.v0, runtime: contract.runtime }, { title, general: GENERAL_DECISIONS }),
    emulator: write(contract.emulator, { title: "Hangar's own side" }),
    explore: once(() => new JsonText(JSON.stringify(exploreJsonSchema()))),
    workspace: once(() => new JsonText(JSON.stringify(workspaceJsonSchema()))),
  };
}

/** Creates a value on first use. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
