import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { contract } from '../../shared/contract/index.ts';
import { DECISIONS } from '../../shared/contract/decisions.ts';
import type { Contract } from '../../shared/http/endpoint.ts';
import { openApiDocument } from '../../shared/http/openapi.ts';
import { Edge } from './edge.ts';
import { EventStream } from './event-stream.ts';
import { mountFallback } from './fallback.ts';
import { Gui } from './gui.ts';
import { emulatorHandlers } from './handlers/emulator.ts';
import { v0Handlers } from './handlers/v0.ts';
import { JsonText } from './json-text.ts';
import { mount, type App } from './mount.ts';
import type { ServerPorts } from './ports.ts';
import { Traffic } from './traffic.ts';

/** The server as a function from requests to answers, and what ends its streams. */
export interface ServerApp {
  readonly app: App;
  /** Ends all event streams; call it before waiting for connections to close. */
  readonly endStreams: () => void;
}

/** The whole interface as an application, without a socket. */
export function createApp(ports: ServerPorts): ServerApp {
  const boot = randomBytes(4).toString('hex');
  const { engine, workspace, options } = ports;
  const traffic = new Traffic(boot, () => engine.definitions().settings.trafficEntries, {
    nameOf: engine.access.nameOf,
    keys: () => engine.definitions().keys.keys(),
  });
  const events = new EventStream(boot, { ...ports, traffic, workspaceStatus: workspace.status });
  const edge = new Edge(ports, traffic);
  const app: App = new Hono();
  mount(app, contract.v0, v0Handlers(engine), edge);
  mount(
    app,
    contract.emulator,
    emulatorHandlers({ ports, traffic, events, admin: edge.admin, openapi: documents(ports) }),
    edge,
  );
  mountFallback(app, edge, new Gui(options.gui, () => withoutWindow(ports)));
  return { app, endStreams: () => events.close() };
}

/** The documents are written when somebody first asks: not at every start. */
function documents({ options: { version } }: ServerPorts) {
  const write = (title: string, part: Contract) => {
    let text: JsonText | undefined;
    return () =>
      (text ??= new JsonText(JSON.stringify(openApiDocument(part, { title, version, decisions: DECISIONS }))));
  };
  return {
    v0: write('Task, Runbook and Resource Automation API, as Hangar emulates it', contract.v0),
    emulator: write("Hangar's own side", contract.emulator),
  };
}

/** What stands at `/` when the window was not built. */
function withoutWindow({ info, options }: ServerPorts): string {
  const { url, apiKey } = info();
  return `Hangar ${options.version}: a local emulator of a task, runbook and resource automation service.

The interface is at ${url}/v0. A first request:

  curl -H 'X-Service-API-Key: ${options.adminToken === null ? apiKey : '<key>'}' '${url}/v0/runs/list?limit=5'

The window was not built here ("npm run build" does); everything it can do is at ${url}/_emulator,
described in ${url}/_emulator/openapi/emulator.json.
`;
}
