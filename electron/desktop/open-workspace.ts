import type { BrowserWindow } from 'electron';
import { workspaceProblem } from '../emulator/workspace-problem.ts';
import { confirmOpenWorkspace, showOpenError } from './dialogs.ts';
import { messageOf } from '../../shared/values/message-of.ts';

/** What opening a workspace needs of a Hangar that runs. */
export interface WorkspacePorts {
  /** The window to ask in. */
  readonly window: () => BrowserWindow | undefined;
  /** Absolute path of the file in use; "" when it is none. */
  readonly inUse: () => string;
  readonly isInMemory: boolean;
  readonly unfinishedRuns: () => number;
  /** Serves another file; rejects when that fails, and serves what was in use. */
  readonly change: (file: string) => Promise<void>;
}

/** Opens workspace files that arrive while Hangar runs, one after the other; each only when the person wants it. */
export class WorkspaceOpener {
  readonly #ports: WorkspacePorts;
  #last: Promise<void> = Promise.resolve();

  constructor(ports: WorkspacePorts) {
    this.#ports = ports;
  }

  /** @param file absolute path */
  open(file: string): Promise<void> {
    this.#last = this.#last.then(() => this.#open(file));
    return this.#last;
  }

  async #open(file: string): Promise<void> {
    const { window, inUse, isInMemory, unfinishedRuns, change } = this.#ports;
    if (file === inUse()) return;
    try {
      const problem = await workspaceProblem(file);
      if (problem !== '') throw new Error(problem);
      const question = { file, inUse: inUse(), isInMemory, unfinishedRuns: unfinishedRuns() };
      if (await confirmOpenWorkspace(window(), question)) await change(file);
    } catch (error) {
      await showOpenError(window(), file, messageOf(error));
    }
  }
}
