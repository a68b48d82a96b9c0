import type { BrowserWindow } from 'electron';
import { StartError } from '../emulator/host/start-error.ts';
import { openBundle } from '../emulator/compose/open-bundle.ts';
import { workspaceProblem } from '../emulator/compose/workspace-problem.ts';
import { confirmOpenBundle, confirmOpenWorkspace, showOpenError } from './dialogs.ts';
import { isSamePath } from '../emulator/platform/paths.ts';
import { messageOf } from '../../shared/values/messages.ts';

/** A file to serve; without one, the workspace that was open before the bundle. */
export type OpenedFile = { readonly workspace: string } | { readonly bundle: string } | { readonly workspace?: never };

/** Dependencies for opening a file in a running Hangar. */
export interface FilePorts {
  /** Parent window of dialogs. */
  readonly window: () => BrowserWindow | undefined;
  /** Absolute paths of the workspace file and the bundle in use; "" when there is none. */
  readonly inUse: () => { readonly workspace: string; readonly bundle: string };
  readonly isInMemory: boolean;
  readonly unfinishedRuns: () => number;
  /** Serves another file. On failure, serves the previous one and rejects. */
  readonly change: (file: OpenedFile) => Promise<void>;
}

/** Opens workspace files and bundles that arrive while Hangar runs, one at a time, after confirmation. */
export class FileOpener {
  readonly #ports: FilePorts;
  #last: Promise<void> = Promise.resolve();

  constructor(ports: FilePorts) {
    this.#ports = ports;
  }

  /** @param file absolute path */
  open(file: string): Promise<void> {
    this.#last = this.#last.then(() => this.#open(file));
    return this.#last;
  }

  /** Serves the workspace again that was open before the bundle. Rejects when that cannot be opened. */
  closeBundle(): Promise<void> {
    const closed = this.#last.then(async () => {
      if (this.#ports.inUse().bundle !== '') await this.#ports.change({});
    });
    this.#last = closed.catch(() => undefined);
    return closed;
  }

  async #open(file: string): Promise<void> {
    const { window, inUse, isInMemory, unfinishedRuns, change } = this.#ports;
    const { workspace, bundle } = inUse();
    const current = bundle === '' ? workspace : bundle;
    if (isSamePath(file, current)) return;
    try {
      const opened = await openedFile(file);
      const question = { file, inUse: current, isInMemory, unfinishedRuns: unfinishedRuns() };
      const isAgreed = await ('bundle' in opened ? confirmOpenBundle : confirmOpenWorkspace)(window(), question);
      if (isAgreed) await change(opened);
    } catch (error) {
      await showOpenError(window(), file, {
        reason: messageOf(error),
        kind: isBundleName(file) ? 'bundle' : 'workspace',
      });
    }
  }
}

function isBundleName(file: string): boolean {
  return /\.(?:hangar-bundle|gz)$/i.test(file);
}

/**
 * Reads a file as it will be opened: as a bundle by its name, otherwise as a workspace, or as an export, whose name says nothing.
 * Rejects with the reason why it cannot be opened.
 */
export async function openedFile(file: string): Promise<OpenedFile> {
  if (isBundleName(file)) {
    await openBundle(file);
    return { bundle: file };
  }
  const problem = await workspaceProblem(file);
  if (problem === '') return { workspace: file };
  const isBundle = await openBundle(file).then(
    () => true,
    () => false,
  );
  if (isBundle) return { bundle: file };
  throw new StartError('usage', problem);
}
