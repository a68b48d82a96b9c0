import { join } from 'node:path';
import { version } from '../../../package.json' with { type: 'json' };
import { formatTimestamp } from '../../../shared/values/timestamp.ts';
import type { ComposedOptions } from './emulator-options.ts';
import type { Engine } from '../engine/create-engine.ts';
import { SAMPLE_WORKSPACE } from './sample-workspace.ts';
import type { Lab } from '../lab/lab.ts';
import { createUploads } from '../host/uploads.ts';
import { TokenSigner } from '../host/token-signer.ts';
import { sendLoopback } from '../host/loopback.ts';
import { readImport } from './replace-state.ts';
import type { SandboxOperations, ServerPorts, StoredTraffic, Checkpoints } from '../server/http/ports.ts';
import { MAX_LOG_BYTES, MAX_SANDBOX_LOG_BYTES } from '../server/http/traffic-log.ts';
import type { WriteGate } from '../server/http/write-gate.ts';
import { TrafficFile } from '../store/traffic/traffic-file.ts';
import { stackOf, type EmulatorParts } from './parts.ts';
import { readCode } from '../files/read-file.ts';
import { sentDefinitionsReader } from './sent-definitions.ts';

interface ServerDependencies {
  readonly options: ComposedOptions;
  readonly parts: EmulatorParts;
  readonly engine: Engine;
  readonly lab: Lab;
  readonly sandboxes: SandboxOperations;
  readonly checkpoints: Checkpoints;
  readonly undoPoints: Checkpoints;
  readonly gate: WriteGate;
  readonly messages: readonly string[];
  readonly url: () => string;
}

/** The options of the server among those of an emulator. */
function serverOptions(options: ServerDependencies['options']): ServerPorts['options'] {
  const { adminToken, allowedHosts, corsOrigins, gui, answerAgent, onStopAsked, host } = options;
  return { version, adminToken, gui, corsOrigins, answerAgent, onStopAsked, allowedHosts: [...allowedHosts, host] };
}

/** Creates the ports of the server. */
export function serverPorts(dependencies: ServerDependencies): ServerPorts {
  const { options, parts, engine, lab, sandboxes, checkpoints, undoPoints, gate, url } = dependencies;
  const { blobs, clock, ids, state, workspace, events } = parts;
  const { data, logger } = options;
  const uploads = createUploads({ blobs, state, time: engine.time, ids });
  return {
    engine,
    lab,
    ...{ checkpoints, undoPoints, gate },
    clock,
    flushed: (isRead) => (isRead && state.isLost() ? null : state.flushed()),
    assertWritable: () => state.assertWritable(),
    workspace,
    definitionFiles: {
      ...workspace,
      readCode: (script, name) => readCode(parts.workspaceFolder, script, name),
      readSent: sentDefinitionsReader({
        workspaceFolder: parts.workspaceFolder,
        settings: () => workspace.current().settings,
      }),
    },
    examples: SAMPLE_WORKSPACE,
    uploads,
    tokens: new TokenSigner(state),
    sandboxes,
    exportState: () => state.exportRecords(),
    readState: (records, mayGoOn) => readImport({ engine, lab, ...parts }, { records, mayGoOn }),
    reset: () => reset(dependencies, uploads),
    maxTrafficBytes: options.parent === undefined ? MAX_LOG_BYTES : MAX_SANDBOX_LOG_BYTES,
    storedTraffic: data === null ? null : storedTrafficIn(data, dependencies),
    sendLoopback: (request, onConnected) => sendLoopback(url(), request, onConnected),
    info: infoOf(dependencies),
    usage: () => state.usage.read(),
    emit: events.emit,
    subscribe: events.subscribe,
    reportError: (error) => logger.error(stackOf(error)),
    settings: parts.serverSettings,
    options: serverOptions(options),
  };
}

async function reset(
  { engine, lab, parts, options }: ServerDependencies,
  uploads: ReturnType<typeof createUploads>,
): Promise<void> {
  await engine.reset();
  lab.reset();
  // In memory, files count as state. In a folder they stay for checkpoints.
  if (options.data === null) await uploads.clear();
  await parts.state.flushed();
}

function storedTrafficIn(data: string, { parts: { state }, options }: ServerDependencies): StoredTraffic {
  const file = new TrafficFile(join(data, 'traffic.jsonl'), () => state.assertWritable());
  return {
    append: (texts) => file.append(texts),
    newestFirst: () => file.newestFirst(),
    clear: () => file.clear(),
    warn: (sentence) => options.logger.warn(sentence),
  };
}

function infoOf({ options, parts, messages, url }: ServerDependencies): ServerPorts['info'] {
  const { clock, workspace, workspacePath, apiKey } = parts;
  const startedAt = formatTimestamp(clock.now());
  return () => ({
    version,
    url: url(),
    data: options.data ?? '',
    workspace: workspacePath,
    apiKey,
    startedAt,
    firstStart: workspace.created,
    messages: [...messages],
    problems: [...workspace.problems()],
    ...(options.opened === undefined ? {} : { bundle: options.opened.summary }),
  });
}
