import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { open, readFile, stat, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isSystemError } from './system-error.ts';
import { isInside } from './folders.ts';

/**
 * Thrown for a file that must not be read: not a regular file (named pipe, device, socket, folder), or too large. The
 * message begins with the path.
 */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  /** Marks it as a file system error, like the codes of system errors. */
  readonly code = 'EREFUSED';
  /** The message without the path: `is a named pipe; a regular file is needed`. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.reason = reason;
  }
}

/**
 * Without `O_NONBLOCK`, opening a named pipe waits for a writer and blocks one of the few threads that serve all files of
 * the process. `O_NOCTTY` keeps a terminal from becoming that of the process. Windows has neither flag.
 */
const OPEN_FLAGS = constants.O_RDONLY | flag('O_NONBLOCK') | flag('O_NOCTTY');

/** Minimum size of a read: files of `/proc` have size 0. */
const CHUNK = 65_536;

/** Reads a regular file up to a size; follows links. Throws `FileRefusedError` and system errors. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  // Opening a device can have effects, so the type is checked before opening and again afterwards.
  assertReadable(path, await stat(path).catch((error: unknown) => refuseLoop(path, error)), maxBytes);
  const handle = await open(path, OPEN_FLAGS);
  try {
    const found = await handle.stat();
    assertReadable(path, found, maxBytes);
    const parts: Buffer[] = [];
    for (let size = 0; ;) {
      const part = Buffer.allocUnsafe(nextLength(found, size));
      const { bytesRead } = await handle.read(part, 0, part.length, null);
      if (bytesRead === 0) return joined(parts, size);
      size += bytesRead;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      parts.push(part.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** Synchronous version of `readRegularFile`. */
export function readRegularFileSync(path: string, maxBytes: number): Buffer {
  const descriptor = openRegularFileSync(path, maxBytes);
  try {
    const found = fstatSync(descriptor);
    const parts: Buffer[] = [];
    for (let size = 0; ;) {
      const part = Buffer.allocUnsafe(nextLength(found, size));
      const bytesRead = readSync(descriptor, part, 0, part.length, null);
      if (bytesRead === 0) return joined(parts, size);
      size += bytesRead;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      parts.push(part.subarray(0, bytesRead));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Joins the parts of a file. A file is usually read as one, which needs no copy. */
function joined(parts: readonly Buffer[], size: number): Buffer {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts, size);
}

/** Opens a regular file for reading and returns its descriptor. Throws `FileRefusedError` and system errors. */
export function openRegularFileSync(path: string, maxBytes = Infinity): number {
  assertReadable(path, statFile(path), maxBytes);
  const descriptor = openSync(path, OPEN_FLAGS);
  try {
    assertReadable(path, fstatSync(descriptor), maxBytes);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Throws `FileRefusedError` unless the path leads to a regular file of at most this size. For files that other code opens.
 */
export async function assertRegularFile(path: string, maxBytes: number): Promise<void> {
  assertReadable(path, await stat(path).catch((error: unknown) => refuseLoop(path, error)), maxBytes);
}

/** Synchronous version of `assertRegularFile`, for any size. */
export function assertRegularFileSync(path: string): void {
  assertReadable(path, statFile(path), Infinity);
}

/** Reads a file of Linux's `/proc`, which the kernel writes. Throws system errors. */
export function readProcFile(path: `/proc/${string}`): Promise<string> {
  return readFile(path, 'latin1');
}

/** Synchronous version of `readProcFile`. */
export function readProcFileSync(path: `/proc/${string}`): string {
  return readFileSync(path, 'latin1');
}

function statFile(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    return refuseLoop(path, error);
  }
}

/** Turns a loop of links into a `FileRefusedError`; rethrows other errors. */
function refuseLoop(path: string, error: unknown): never {
  if (isSystemError(error, 'ELOOP'))
    throw new FileRefusedError(path, 'is a link that leads to no file; a regular file is needed');
  throw error;
}

function assertReadable(path: string, found: Stats, maxBytes: number): void {
  if (!found.isFile()) throw new FileRefusedError(path, `is ${kindOf(found)}; a regular file is needed`);
  if (found.size > maxBytes) throw tooLarge(path, maxBytes);
}

function tooLarge(path: string, maxBytes: number): FileRefusedError {
  return new FileRefusedError(path, `is larger than ${sizeText(maxBytes)}, the maximum size`);
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return found.isCharacterDevice() || found.isBlockDevice() ? 'a device' : 'no file';
}

/** One byte more than the rest of the file, so that its end is detected with the same read. */
function nextLength({ size }: Stats, read: number): number {
  return Math.max(size - read + 1, CHUNK);
}

function sizeText(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${Math.round(bytes / 1000)} kB`;
}

function flag(name: 'O_NONBLOCK' | 'O_NOCTTY'): number {
  const flags: Readonly<Record<string, number | undefined>> = constants;
  return flags[name] ?? 0;
}

/** Maximum number of bytes read of each kind of file. */
export const MAX_FILE_BYTES = {
  /** The workspace file. */
  workspace: 64_000_000,
  /** A module of a script. */
  script: 16_000_000,
  /** The traffic log. */
  traffic: 100_000_000,
  /** An uploaded file: the largest `maxBodyBytes`. */
  upload: 1_073_741_824,
  /** Hangar's own small files: locks, records of processes, desktop settings. */
  record: 1_000_000,
  /** A file of the built window. */
  window: 64_000_000,
} as const;

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
