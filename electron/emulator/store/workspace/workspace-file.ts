import { Low, Memory } from 'lowdb';
import type { WorkspaceStatus } from '../../../../shared/contract/emulator/control.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { Json } from '../../../../shared/values/json.ts';
import type { AuthoredWorkspace, Workspace } from '../../../../shared/model/workspace.ts';
import type { WorkspaceStore } from '../../engine/context/ports.ts';
import { FileRefusedError, type readRegularFile } from '../../files/read-file.ts';
import { changedDocument, formatDocument } from './workspace-change.ts';
import { WorkspaceAdapter } from './workspace-adapter.ts';
import { WorkspaceError } from './workspace-error.ts';
import { readDocument, type WorkspaceDocument } from './workspace-text.ts';
import { watchFile, type WorkspaceWatch } from './workspace-watch.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { endOfTurn } from '../../timers/timers.ts';

/** Options of `openWorkspace`. */
export interface WorkspaceOptions {
  /** Path of the file; null keeps the workspace in memory. */
  readonly file: string | null;
  /** Reads and watches the file, but never writes it: changes stay in memory until the file is edited. */
  readonly readOnly?: boolean;
  /** Written when the file is missing. A document is one that another store has read. */
  readonly initial: AuthoredWorkspace | WorkspaceDocument;
  /** Reads the file; for tests. */
  readonly read?: typeof readRegularFile;
  /** Receives the reason why an edit of the file was rejected. */
  readonly onProblem?: (problem: string) => void;
}

/** The authored definitions in their file. */
export interface WorkspaceFile extends WorkspaceStore {
  readonly status: () => WorkspaceStatus;
  /** The workspace as its author wrote it. */
  readonly authored: () => Json;
  /** The version in use, which another store may begin with. */
  readonly document: () => WorkspaceDocument;
  /** True when the file was missing and was created. */
  readonly created: boolean;
  /** Reads an edit of the file. Throws `ApiError('conflict')` when it is invalid; the current workspace stays in use. */
  readonly refresh: () => Promise<void>;
  /** The same, and drops changes that are not in the file; without a file, it returns to the initial workspace. */
  readonly reload: () => Promise<void>;
  /** Replaces the document. Throws `ApiError('invalid_request')` when it is not a workspace. */
  readonly replace: (authored: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a workspace. Throws `WorkspaceError` when the file is invalid or cannot be read or created. */
export async function openWorkspace(options: WorkspaceOptions): Promise<WorkspaceFile> {
  const { file, initial, read, readOnly } = options;
  const name = file ?? 'the workspace';
  const adapter = file === null ? null : new WorkspaceAdapter(file, read);
  try {
    const found = adapter === null ? null : await adapter.read();
    const document = found ?? initialDocument(initial, name);
    const low = new Low(adapter ?? new Memory<WorkspaceDocument>(), document);
    const created = adapter !== null && found === null && readOnly !== true;
    if (created) await low.write();
    return new OpenWorkspace({ ...options, name, adapter, low, created });
  } catch (error) {
    throw error instanceof WorkspaceError ? error : new WorkspaceError(refusal(name, error));
  }
}

function initialDocument(initial: WorkspaceOptions['initial'], name: string): WorkspaceDocument {
  // Reading half a thousand tasks takes 20 ms.
  if ('authored' in initial) return initial;
  return readDocument(`${JSON.stringify(initial, null, 2)}\n`, name);
}

/** Message for a file that cannot be read or created. */
function refusal(name: string, error: unknown): string {
  return `${name}: ${error instanceof FileRefusedError ? error.reason : messageOf(error)}.`;
}

interface Opened extends WorkspaceOptions {
  readonly name: string;
  /** Null in memory. */
  readonly adapter: WorkspaceAdapter | null;
  /** Its data is the document in the file, as last read or written. */
  readonly low: Low<WorkspaceDocument>;
  readonly created: boolean;
}

/** An edit that waits for the end of the turn. */
interface PendingEdit {
  readonly edit: (workspace: Workspace) => Workspace;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class OpenWorkspace implements WorkspaceFile {
  readonly created: boolean;
  readonly #opened: Opened;
  /** The document in use. */
  #document: WorkspaceDocument;
  #revision = 1;
  #problem = '';
  #waiting: PendingEdit[] = [];
  /** Serialises all reads and writes of the file. */
  #queue: Promise<void> = Promise.resolve();
  readonly #listeners = new Set<() => void>();
  readonly #watch: WorkspaceWatch | null;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#document = opened.low.data;
    this.created = opened.created;
    const onChange = (): void => void this.#inTurn(() => this.#readEdit()).catch(() => undefined);
    this.#watch = opened.file === null ? null : watchFile(opened.file, onChange);
  }

  get #isGone(): boolean {
    return this.#opened.adapter?.isGone === true;
  }

  current = (): Workspace => this.#document.workspace;

  authored = (): Json => this.#document.authored;

  document = (): WorkspaceDocument => this.#document;

  status = (): WorkspaceStatus => {
    return { revision: this.#revision, problem: this.#problem, warnings: [...this.#document.warnings] };
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change = (edit: (workspace: Workspace) => Workspace): Promise<void> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ edit, resolve, reject });
      if (this.#waiting.length > 1) return;
      void this.#inTurn(async () => {
        await endOfTurn();
        await this.#makeChanges(this.#waiting.splice(0));
      });
    });

  refresh = (): Promise<void> => this.#inTurn(() => this.#refresh());

  reload = (): Promise<void> =>
    this.#inTurn(async () => {
      await this.#refresh();
      const { data } = this.#opened.low;
      if (data !== this.#document) this.#announce(data);
    });

  replace = (authored: unknown): Promise<void> =>
    this.#inTurn(async () => {
      await this.#readEdit();
      this.#assertUsable();
      const document = formatDocument(authored);
      await this.#use(document);
    });

  close = async (): Promise<void> => {
    await this.#watch?.close();
    await this.#queue;
  };

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Reads an external edit. An invalid one is rejected and stays in the file. */
  async #readEdit(): Promise<void> {
    const { adapter, low, name } = this.#opened;
    if (adapter === null) return;
    try {
      const found = await adapter.read();
      if (adapter.isGone) throw new WorkspaceError(`${name}: was removed; its content stays in use.`);
      if (found === null || (found === low.data && this.#problem === '')) return;
      low.data = found;
      this.#problem = '';
      this.#announce(found);
    } catch (error) {
      if (error instanceof WorkspaceError) {
        this.#refuse(error.message);
        return;
      }
      this.#refuse(refusal(name, error));
      // The system may allow later what it refuses, with nothing of the file changed: its rights, or an antivirus that holds it.
      this.#watch?.recheck();
    }
  }

  async #refresh(): Promise<void> {
    await this.#readEdit();
    if (this.#problem !== '') throw new ApiError('conflict', this.#problem);
  }

  #refuse(problem: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#watch?.recheck();
    this.#opened.onProblem?.(problem);
    for (const listener of this.#listeners) listener();
  }

  #announce(document: WorkspaceDocument): void {
    this.#document = document;
    this.#revision++;
    for (const listener of this.#listeners) listener();
  }

  async #makeChanges(waiting: readonly PendingEdit[]): Promise<void> {
    await this.#readEdit();
    let document = this.#document;
    const made: PendingEdit[] = [];
    for (const change of waiting) {
      try {
        this.#assertUsable();
        document = changedDocument(document, change.edit(document.workspace));
        made.push(change);
      } catch (error) {
        change.reject(error);
      }
    }
    await this.#use(document).then(
      () => made.forEach(({ resolve }) => resolve()),
      (error: unknown) => made.forEach(({ reject }) => reject(error)),
    );
  }

  async #save(document: WorkspaceDocument): Promise<void> {
    const { low, readOnly } = this.#opened;
    if (readOnly === true) return;
    const before = low.data;
    low.data = document;
    try {
      await low.write();
    } catch (error) {
      low.data = before;
      throw error;
    }
  }

  /** An invalid file is an unfinished edit and must not be overwritten. */
  #assertUsable(): void {
    if (this.#problem !== '' && !this.#isGone) throw new ApiError('conflict', this.#problem);
  }

  async #use(document: WorkspaceDocument): Promise<void> {
    if (document === this.#document) return;
    const isGone = this.#isGone;
    if (document.text !== this.#document.text || isGone) {
      await this.#save(document).catch((error: unknown) => {
        throw new ApiError('internal', `The workspace could not be saved: ${this.#opened.name}: ${messageOf(error)}.`);
      });
    }
    if (isGone) this.#problem = '';
    this.#announce(document);
  }
}
