import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Adapter } from 'lowdb';
import { makeFolder } from '../../files/folders.ts';
import { MAX_FILE_BYTES, readRegularFile } from '../../files/read-file.ts';
import { isSystemError } from '../../files/system-error.ts';
import { readDocument, type WorkspaceDocument } from './workspace-text.ts';
import { replaceFile, retryHeld } from '../../platform/replace-file.ts';

/**
 * The lowdb adapter of the workspace file: parses its text to a document, and writes the text of a document. The text is
 * written to a temporary file first and renamed, so that the file is never incomplete.
 */
export class WorkspaceAdapter implements Adapter<WorkspaceDocument> {
  readonly #file: string;
  readonly #read: typeof readRegularFile;
  /** As it was last read or written. */
  #content: WorkspaceDocument | null = null;
  #isGone = false;

  /** @param read for tests */
  constructor(file: string, read = readRegularFile) {
    this.#file = file;
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
    if (text !== this.#content?.text) this.#content = readDocument(text, this.#file);
    return this.#content;
  };

  write = async (document: WorkspaceDocument): Promise<void> => {
    await replaceText(this.#file, document.text);
    this.#content = document;
  };

  /** Returns null when the file does not exist. */
  async #textOf(file: string): Promise<string | null> {
    try {
      return (await retryHeld(() => this.#read(file, MAX_FILE_BYTES.workspace))).toString('utf8');
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return null;
      throw error;
    }
  }
}

/** Replaces a text file, which is never incomplete. Follows links, and makes the folder. Only its author may read a new one. */
export async function replaceText(file: string, text: string): Promise<void> {
  const { target, mode } = await targetOf(file);
  const draft = await draftOf(target, text, mode);
  try {
    await replaceFile(draft, target);
  } catch (error) {
    await fs.rm(draft, { force: true });
    throw error;
  }
}

/** Writes a temporary file beside the target; returns its name. */
async function draftOf(target: string, text: string, mode: number): Promise<string> {
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

/** Resolves links. Returns the real path and its mode. */
async function targetOf(file: string): Promise<{ target: string; mode: number }> {
  try {
    const target = await fs.realpath(file);
    return { target, mode: (await fs.stat(target)).mode & 0o777 };
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    await makeFolder(path.dirname(file));
    // The file may hold keys, so only its author may read it by default.
    return { target: file, mode: 0o600 };
  }
}
