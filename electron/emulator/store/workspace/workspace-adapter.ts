import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Adapter } from 'lowdb';
import { MAX_FILE_BYTES } from '../../files/limits.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { readRegularFile } from '../../files/read-file.ts';
import { isSystemError } from '../../files/system-error.ts';
import type { WorkspaceMigration } from './workspace-migrations.ts';
import { readDocument, type WorkspaceDocument } from './workspace-text.ts';
import { replaceFile, retryHeld } from '../../platform/replace-file.ts';

/** A workspace file as it was last read or written. */
interface FileContent {
  readonly text: string;
  readonly document: WorkspaceDocument;
}

/** Options of `WorkspaceAdapter` that tests give. */
interface AdapterOptions {
  /** Migrations from older files. */
  readonly migrations?: readonly WorkspaceMigration[] | undefined;
  readonly read?: typeof readRegularFile | undefined;
}

/**
 * The lowdb adapter of the workspace file: parses its text to a document, and writes the text of a document. The text is
 * written to a temporary file first and renamed, so that the file is never incomplete.
 */
export class WorkspaceAdapter implements Adapter<WorkspaceDocument> {
  readonly #file: string;
  readonly #migrations: AdapterOptions['migrations'];
  readonly #read: typeof readRegularFile;
  #content: FileContent | null = null;
  #isGone = false;

  constructor(file: string, { migrations, read = readRegularFile }: AdapterOptions) {
    this.#file = file;
    this.#migrations = migrations;
    this.#read = read;
  }

  /** True when the last read found that the file was removed. The next write creates it again. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Null when the file does not exist; the same document as long as the text is the same. Throws `WorkspaceError`. */
  read = async (): Promise<WorkspaceDocument | null> => {
    // Also when the text cannot be read: something is there, and must not be overwritten.
    this.#isGone = false;
    const text = await this.#textOf(this.#file);
    this.#isGone = text === null && this.#content !== null;
    if (text === null) return null;
    if (text !== this.#content?.text) {
      const document = readDocument(text, this.#file, this.#migrations);
      this.#content = { text, document };
    }
    return this.#content.document;
  };

  /** Keeps a backup when the file is of an older version. */
  write = async (document: WorkspaceDocument): Promise<void> => {
    const before = this.#content;
    if (before !== null && before.text !== before.document.text && !this.#isGone)
      await this.#backUp(before.text, `.version-${before.document.upgradedFrom ?? ''}`);
    const { target, mode } = await this.#target();
    const draft = await this.#draft(target, document.text, mode);
    try {
      await replaceFile(draft, target);
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw error;
    }
    this.#content = { text: document.text, document };
  };

  /** Keeps a copy of a text beside the file, under its name with a suffix. Existing copies are never replaced. */
  async #backUp(text: string, suffix: string): Promise<void> {
    const { target, mode } = await this.#target();
    const draft = await this.#draft(target, text, mode);
    try {
      for (let i = 1; ; i++) {
        const aside = `${target}${suffix}${i === 1 ? '' : `-${i}`}`;
        if ((await this.#textOf(aside)) === text || (await linkExclusive(draft, aside))) return;
      }
    } finally {
      await fs.rm(draft, { force: true });
    }
  }

  /** Writes a temporary file beside the target; returns its name. */
  async #draft(target: string, text: string, mode: number): Promise<string> {
    const draft = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.new`;
    try {
      const handle = await fs.open(draft, 'wx', mode);
      try {
        await handle.writeFile(text);
        // The process's umask limits the mode given to `open`.
        await handle.chmod(mode);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      return draft;
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw error;
    }
  }

  /** Returns null when the file does not exist. */
  async #textOf(file: string): Promise<string | null> {
    try {
      return (await retryHeld(() => this.#read(file, MAX_FILE_BYTES.workspace))).toString('utf8');
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /** Resolves links. Returns the real path and its mode. */
  async #target(): Promise<{ target: string; mode: number }> {
    try {
      const target = await fs.realpath(this.#file);
      return { target, mode: (await fs.stat(target)).mode & 0o777 };
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
      await makeFolder(path.dirname(this.#file));
      // The file may hold keys, so only its author may read it by default.
      return { target: this.#file, mode: 0o600 };
    }
  }
}

/** Links a file under a new name; returns false when the name exists. */
async function linkExclusive(draft: string, name: string): Promise<boolean> {
  try {
    // Some file systems do not support links.
    await fs.link(draft, name).catch((error: unknown) => {
      if (isSystemError(error, 'EEXIST')) throw error;
      return fs.copyFile(draft, name, fs.constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}
