import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FROM_DEFINITIONS } from '../../../shared/contract/emulator/sandboxes.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { EmulatorCheckpoints } from './checkpoints.ts';
import type { ComposedOptions, EmulatorOptions, SandboxParent } from './emulator-options.ts';
import { Sandboxes, type SandboxServer, type SandboxWatch } from '../host/sandboxes.ts';
import type { Logger } from '../host/logger.ts';
import { stackOf, type EmulatorParts } from './parts.ts';
import { parseRecords, type ParsedRecord } from '../store/state/export.ts';
import { formatDocument } from '../store/workspace/workspace-change.ts';
import type { WorkspaceDocument } from '../store/workspace/workspace-text.ts';

/** The emulator of a sandbox, as its parent uses it. */
interface SandboxEmulator extends SandboxServer, Pick<EmulatorParts['events'], 'subscribe'> {
  readonly findingsAtEnd: () => Finding[];
}

/** Dependencies of sandboxes on their parent. */
interface ParentPorts<Emulator> {
  readonly checkpoints: EmulatorCheckpoints;
  /** The parent's URL; "" until it listens. */
  readonly baseUrl: () => string;
  readonly compose: (options: EmulatorOptions) => Promise<Emulator>;
}

/** Maximum number of kept findings of ended sandboxes. */
const MAX_ENDED_FINDINGS = 5000;

/** The sandboxes of an emulator, and the findings about their clients. */
interface EmulatorSandboxes<Emulator extends SandboxEmulator> {
  readonly sandboxes: Sandboxes<Emulator>;
  /** Findings of running and of ended sandboxes. */
  readonly findings: () => Finding[];
}

/** Creates the sandboxes of an emulator. A sandbox has none. */
export function createSandboxes<Emulator extends SandboxEmulator>(
  options: ComposedOptions,
  parts: EmulatorParts,
  { checkpoints, baseUrl, compose }: ParentPorts<Emulator>,
): EmulatorSandboxes<Emulator> {
  const ended: Finding[] = [];
  const contentOf = checkpointSource(checkpoints);
  const sandboxes: Sandboxes<Emulator> = new Sandboxes({
    ...parts,
    open: async ({ from }, watch) => {
      if (options.parent !== undefined) throw new ApiError('conflict', noSandboxes(options.parent));
      const content = from === FROM_DEFINITIONS ? undefined : await contentOf(from);
      const problem = parts.state.usage.noRoomFor('', content?.records);
      if (problem !== undefined) throw problem;
      const sandbox = await compose(sandboxOptions(options, parts, { content, url: baseUrl(), ...watch }));
      sandbox.subscribe(({ type }) => type === 'findings' && watch.onFindings());
      return sandbox;
    },
    ending: (sandbox) => ended.push(...sandbox.findingsAtEnd().slice(0, MAX_ENDED_FINDINGS - ended.length)),
    emit: parts.events.emit,
    reportError: (error) => options.logger.error(stackOf(error)),
  });
  const findings = (): Finding[] => sandboxes.servers.flatMap((sandbox) => sandbox.findingsAtEnd()).concat(ended);
  return { sandboxes, findings };
}

function noSandboxes({ url }: SandboxParent): string {
  return `This is a sandbox, which has none of its own: send the request to its parent, ${url}.`;
}

/** Options of a single sandbox of a parent. */
interface SandboxStart extends Pick<SandboxParent, 'url'>, Pick<SandboxWatch, 'onRequest'> {
  /** The checkpoint to begin with; `undefined` for the parent's definitions and an empty state. */
  readonly content: CheckedContent | undefined;
}

/** Options of a sandbox: those of its parent, in memory, on a free port. */
function sandboxOptions(
  { clock, ...given }: ComposedOptions,
  { state, workspace, workspaceFolder, blobs, script, folders, processes }: EmulatorParts,
  { content, url, onRequest }: SandboxStart,
): EmulatorOptions {
  const { opened, bundle, resume, schedule, ...options } = given;
  const initial = content?.document ?? workspace.document();
  const secrets = [...state.all('secret')];
  return {
    ...options,
    // The clock comes with the checkpoint.
    ...(content !== undefined || clock === undefined ? {} : { clock }),
    port: 0,
    data: null,
    workspace: { file: null, initial, mustExist: false, folder: workspaceFolder },
    // The port of a sandbox is not known in advance.
    allowedHosts: options.allowedHosts.map((host) => host.replace(/:\d+$/, '')),
    logger: sandboxLogger(options.logger),
    parent: {
      url,
      secrets,
      records: content?.records,
      blobs,
      usage: state.usage,
      script,
      folders,
      processes,
      onRequest,
    },
  };
}

/** Logs failures only: the parent has logged everything else. */
function sandboxLogger({ error }: Logger): Logger {
  return { info: () => undefined, warn: () => undefined, error: (message) => error(`In a sandbox: ${message}`) };
}

/** Definitions and state of a checkpoint, checked. */
interface CheckedContent {
  readonly document: WorkspaceDocument;
  readonly records: readonly ParsedRecord[];
}

/** Maximum size of cached content, in bytes. */
const MAX_CACHED_BYTES = 20_000_000;

/**
 * Returns a function that reads a checkpoint by its name. Caches the latest content, since the tests of a suite use the same
 * checkpoint. The function rejects with 404 for an unknown checkpoint, 409 for one that cannot be used.
 */
function checkpointSource({ get, read }: EmulatorCheckpoints): (name: string) => Promise<CheckedContent> {
  let latest: { readonly row: string; readonly content: Promise<CheckedContent> } | undefined;
  return (name) => {
    const found = get(name);
    const row = JSON.stringify(found);
    if (latest?.row === row) return latest.content;
    const content = checked(name, read);
    latest = found.bytes > MAX_CACHED_BYTES ? undefined : { row, content };
    content.catch(() => (latest = undefined));
    return content;
  };
}

async function checked(name: string, read: EmulatorCheckpoints['read']): Promise<CheckedContent> {
  const { workspace, state } = await read(name);
  try {
    return { document: formatDocument(workspace), records: await parseRecords(state) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('conflict', `No sandbox can begin with the checkpoint "${name}": ${error.message}`);
  }
}
