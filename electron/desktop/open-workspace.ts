import type { BrowserWindow } from 'electron';
import { workspaceProblem } from '../emulator/workspace-problem.ts';
import { confirmOpenWorkspace, showOpenError } from './dialogs.ts';
import { messageOf } from '../../shared/values/message-of.ts';

/** Dependencies for opening a workspace in a running Hangar. */
export interface WorkspacePorts {
  /** Parent window of dialogs. */
  readonly window: () => BrowserWindow | undefined;
  /** Absolute path of the file in use; "" when there is none. */
  readonly inUse: () => string;
  readonly isInMemory: boolean;
  readonly unfinishedRuns: () => number;
  /** Serves another file. On failure, serves the previous one and rejects. */
  readonly change: (file: string) => Promise<void>;
}

/** Opens workspace files that arrive while Hangar runs, one at a time, after confirmation. */
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
