import type { ServerResponse } from 'node:http';
import type { ScriptRunner } from './behaviors/script/script-runner.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Emulator, EmulatorOptions } from './emulator.ts';
import { Sandboxes } from './host/sandboxes.ts';
import type { SecretRecord } from './engine/records.ts';
import type { Logger } from './host/logger.ts';
import { stackOf, type EmulatorParts } from './parts.ts';
import type { LiveProcesses } from './live-processes.ts';

/** Parts of an emulator that its sandbox uses too. */
export interface SandboxParent {
  readonly url: string;
  /** The API key and the secrets of webhooks. */
  readonly secrets: readonly SecretRecord[];
  readonly script: ScriptRunner;
  readonly processes: LiveProcesses;
  /** Called with the response of every request of the sandbox. */
  readonly onRequest: (response: ServerResponse) => void;
}

/** Dependencies of sandboxes on their parent. */
interface ParentPorts {
  /** The parent's URL; "" until it listens. */
  readonly url: () => string;
  readonly compose: (options: EmulatorOptions) => Promise<Emulator>;
}

/** Creates the sandboxes of an emulator. A sandbox has none. */
export function createSandboxes(
  options: EmulatorOptions,
  parts: EmulatorParts,
  { url, compose }: ParentPorts,
): Sandboxes<Emulator> {
  return new Sandboxes({
    ...parts,
    open: (_request, onRequest) => {
      if (options.parent !== undefined) throw new ApiError('conflict', noSandboxes(options.parent));
      return compose(sandboxOptions(options, parts, { url: url(), onRequest }));
    },
    changed: () => parts.events.emit({ type: 'sandboxes' }),
    fault: (error) => options.logger.error(stackOf(error)),
  });
}

function noSandboxes({ url }: SandboxParent): string {
  return `This is a sandbox, which has none of its own: send the request to its parent, ${url}.`;
}

/** Options of a sandbox: those of its parent, in memory, on a free port, with the definitions that the parent has now. */
function sandboxOptions(
  options: EmulatorOptions,
  { state, workspace, workspaceFolder, script, processes }: EmulatorParts,
  { url, onRequest }: Pick<SandboxParent, 'url' | 'onRequest'>,
): EmulatorOptions {
  return {
    ...options,
    port: 0,
    data: null,
    workspace: { file: null, initial: workspace.document(), mustExist: false, folder: workspaceFolder },
    // The port of a sandbox is not known beforehand.
    allowedHosts: options.allowedHosts.map((host) => host.replace(/:\d+$/, '')),
    logger: sandboxLogger(options.logger),
    parent: { url, secrets: [...state.all('secret')], script, processes, onRequest },
  };
}

/** Logs failures only: the parent has said everything else. */
function sandboxLogger({ error }: Logger): Logger {
  return { info: () => undefined, warn: () => undefined, error: (message) => error(`In a sandbox: ${message}`) };
}
