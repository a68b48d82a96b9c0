import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats, statSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

/**
 * A file that is not read: it is no regular file (a named pipe, a device, a socket, a folder), or it is too large.
 * The message begins with the path.
 */
export class FileRefusedError extends Error {
  override readonly name = 'FileRefusedError';
  /** Marks it as a refusal of the file system, like the codes of system errors. */
  readonly code = 'EREFUSED';
  /** The sentence without the path: `is a named pipe; a regular file is needed`. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.reason = reason;
  }
}

/**
 * Opening a named pipe waits for its writer unless told not to, in one of the few threads that serve all files of the process.
 * A terminal must not become that of the process. Windows has neither flag.
 */
const OPEN_FLAGS = constants.O_RDONLY | flag('O_NONBLOCK') | flag('O_NOCTTY');

/** The least that is asked for at once: files of `/proc` are of size 0. */
const CHUNK = 65_536;

/** Reads a regular file, links followed, up to a size. Throws `FileRefusedError`, and what the system says. */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  // A device may do something when it is opened: it is looked at first, and once more when it is open.
  assertReadable(path, await stat(path).catch((error: unknown) => refuseLoop(path, error)), maxBytes);
  const handle = await open(path, OPEN_FLAGS);
  try {
    const found = await handle.stat();
    assertReadable(path, found, maxBytes);
    const parts: Buffer[] = [];
    for (let size = 0; ;) {
      const part = Buffer.allocUnsafe(nextLength(found, size));
      const { bytesRead } = await handle.read(part, 0, part.length, null);
      if (bytesRead === 0) return Buffer.concat(parts, size);
      size += bytesRead;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      parts.push(part.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** The same in this turn of the event loop. */
export function readRegularFileSync(path: string, maxBytes: number): Buffer {
  const descriptor = openRegularFileSync(path, maxBytes);
  try {
    const found = fstatSync(descriptor);
    const parts: Buffer[] = [];
    for (let size = 0; ;) {
      const part = Buffer.allocUnsafe(nextLength(found, size));
      const bytesRead = readSync(descriptor, part, 0, part.length, null);
      if (bytesRead === 0) return Buffer.concat(parts, size);
      size += bytesRead;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      parts.push(part.subarray(0, bytesRead));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a regular file for reading; gives its descriptor. Throws `FileRefusedError`, and what the system says. */
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

/** Throws `FileRefusedError` unless the path leads to a regular file of at most this size; for files that others open. */
export async function assertRegularFile(path: string, maxBytes: number): Promise<void> {
  assertReadable(path, await stat(path).catch((error: unknown) => refuseLoop(path, error)), maxBytes);
}

/** The same in this turn of the event loop, whatever the size. */
export function assertRegularFileSync(path: string): void {
  assertReadable(path, statFile(path), Infinity);
}

/** Reads a file of Linux's `/proc`, which the kernel writes. Throws what the system says. */
export function readProcFile(path: `/proc/${string}`): Promise<string> {
  return readFile(path, 'latin1');
}

/** The same in this turn of the event loop. */
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

/** Links that lead to each other are no file; other failures are the system's to tell. */
function refuseLoop(path: string, error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'ELOOP')
    throw new FileRefusedError(path, 'is a link that leads to no file; a regular file is needed');
  throw error;
}

function assertReadable(path: string, found: Stats, maxBytes: number): void {
  if (!found.isFile()) throw new FileRefusedError(path, `is ${kindOf(found)}; a regular file is needed`);
  if (found.size > maxBytes) throw tooLarge(path, maxBytes);
}

function tooLarge(path: string, maxBytes: number): FileRefusedError {
  return new FileRefusedError(path, `is larger than ${sizeText(maxBytes)}, the most that is read of it`);
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return found.isCharacterDevice() || found.isBlockDevice() ? 'a device' : 'no file';
}

/** One more than what is left of a file, so that its end is seen at once. */
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
