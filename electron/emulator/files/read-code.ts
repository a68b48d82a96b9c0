import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isInside } from './folders.ts';
import { readRegularFile } from './read-file.ts';

/** Maximum size of a file that is shown, in bytes. */
const MAX_BYTES = 2_000_000;
const CODE = /\.[cm]?[jt]sx?$/;

/** A file with code. */
export interface CodeOnDisk {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/**
 * Reads a file with code by the name that failures give it: a script, or one that it may import, which lies in its folder or in
 * that of the workspace file. `undefined` for any other file, and for one that cannot be read.
 * @param script path of the script from the folder; `undefined` for code in the workspace file
 */
export async function readCode(
  folder: string,
  script: string | undefined,
  name: string,
): Promise<CodeOnDisk | undefined> {
  const path = resolve(folder, name);
  const folders = [folder, ...(script === undefined ? [] : [dirname(resolve(folder, script))])];
  try {
    // Of links, so that none leads out of the folders.
    const [real = '', ...within] = await Promise.all([path, ...folders].map((each) => realpath(each)));
    if (!CODE.test(path) || !CODE.test(real) || !within.some((each) => isInside(each, real))) return undefined;
    const bytes = await readRegularFile(real, MAX_BYTES);
    return { path, text: bytes.toString('utf8') };
  } catch {
    return undefined;
  }
}
