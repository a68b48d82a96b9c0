import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Adapter } from 'lowdb';
import { isSystemError } from './store-error.ts';

/** The lowdb adapter of the workspace file: its text, whole; written beside it first, so that it is never half there. */
export class TextFile implements Adapter<string> {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Null when there is no file. */
  read = async (): Promise<string | null> => {
    try {
      return await fs.readFile(this.#file, 'utf8');
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return null;
      throw error;
    }
  };

  write = async (text: string): Promise<void> => {
    const { target, mode } = await this.#target();
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
      await fs.rename(draft, target);
    } catch (error) {
      await fs.rm(draft, { force: true });
      throw error;
    }
  };

  /** Where the bytes lie, behind links, and who may read them. */
  async #target(): Promise<{ target: string; mode: number }> {
    try {
      const target = await fs.realpath(this.#file);
      return { target, mode: (await fs.stat(target)).mode & 0o777 };
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
      await fs.mkdir(path.dirname(this.#file), { recursive: true });
      // It may hold keys: whoever else is to read it is for its author to say.
      return { target: this.#file, mode: 0o600 };
    }
  }
}
