import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Adapter } from 'lowdb';
import { MAX_FILE_BYTES } from '../../files/limits.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { readRegularFile } from '../../files/read-file.ts';
import { isSystemError } from '../store-error.ts';

/** The lowdb adapter of the workspace file: its text, whole; written beside it first, so that it is never half there. */
export class TextFile implements Adapter<string> {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Null when there is no file. */
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

  /** Keeps a text beside the file, under its name with a suffix; what is kept there already is never replaced. */
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

  /** Writes a file beside another; gives its name. */
  async #draft(target: string, text: string, mode: number): Promise<string> {
    const draft = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.new`;
    try {
      const handle = await fs.open(draft, 'wx', mode);
      try {
        await handle.writeFile(text);
        // The mode that `open` was given is cut by the process's mask.
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

  /** Where the bytes lie, behind links, and who may read them. */
  async #target(): Promise<{ target: string; mode: number }> {
    try {
      const target = await fs.realpath(this.#file);
      return { target, mode: (await fs.stat(target)).mode & 0o777 };
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
      await makeFolder(path.dirname(this.#file));
      // It may hold keys: whoever else is to read it is for its author to say.
      return { target: this.#file, mode: 0o600 };
    }
  }
}

/** Null when there is no file. */
async function textOf(file: string): Promise<string | null> {
  try {
    return (await readRegularFile(file, MAX_FILE_BYTES.workspace)).toString('utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Gives a whole file a second name, which nothing has yet; false when something has it. */
async function linkExclusive(draft: string, name: string): Promise<boolean> {
  try {
    // Some file systems know no links.
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
