import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Adapter } from 'lowdb';
import { MAX_FILE_BYTES } from '../../files/limits.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { readRegularFile } from '../../files/read-file.ts';
import { isSystemError } from '../store-error.ts';

/**
 * The lowdb adapter of the workspace file. A text is written to a temporary file first and renamed, so that the file is
 * never incomplete.
 */
export class TextFile implements Adapter<string> {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Null when the file does not exist. */
  read = (): Promise<string | null> => textOf(this.#file);

  write = async (text: string): Promise<void> => {
    const { target, mode } = await this.#target();
    const draft = await this.#draft(target, text, mode);
    try {
      await fs.rename(draft, target);
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw error;
    }
  };

  /** Keeps a copy of a text beside the file, under its name with a suffix. Existing copies are never replaced. */
  backUp = async (text: string, suffix: string): Promise<void> => {
    const { target, mode } = await this.#target();
    const draft = await this.#draft(target, text, mode);
    try {
      for (let i = 1; ; i++) {
        const aside = `${target}${suffix}${i === 1 ? '' : `-${i}`}`;
        if ((await textOf(aside)) === text || (await linkExclusive(draft, aside))) return;
      }
    } finally {
      await fs.rm(draft, { force: true });
    }
  };

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

/** Returns null when the file does not exist. */
async function textOf(file: string): Promise<string | null> {
  try {
    return (await readRegularFile(file, MAX_FILE_BYTES.workspace)).toString('utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
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
