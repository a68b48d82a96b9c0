import type { Finding } from '../../../shared/contract/emulator/findings.ts';
import { FROM_DEFINITIONS } from '../../../shared/contract/emulator/sandboxes.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { checkpointSource, type CheckedContent } from './checkpoint-source.ts';
import type { EmulatorCheckpoints } from './checkpoints.ts';
import type { ComposedOptions, EmulatorOptions, SandboxParent } from './emulator-options.ts';
import { Sandboxes, type SandboxServer, type SandboxWatch } from '../host/sandboxes.ts';
import type { Logger } from '../host/logger.ts';
import { stackOf, type EmulatorParts } from './parts.ts';

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
