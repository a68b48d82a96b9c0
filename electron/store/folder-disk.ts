import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Disk, DiskFile } from './disk.ts';
import { isSystemError } from './store-error.ts';

const fdatasync = promisify(fs.fdatasync);
const FLAGS = { create: 'w+', read: 'r', write: 'r+' } as const;

/** A folder of the file system; it must exist. */
export function folderDisk(folder: string): Disk {
  const at = (name: string): string => path.join(folder, name);
  return {
    name: folder,
    names: () => fs.readdirSync(folder),
    read: (name) => fs.readFileSync(at(name)),
    open: (name, how) => new FolderFile(fs.openSync(at(name), FLAGS[how], 0o600)),
    rename: (from, to) => fs.renameSync(at(from), at(to)),
    copy: (from, to) => fs.copyFileSync(at(from), at(to)),
    link: (from, to) => linkOrCopy(at(from), at(to)),
    remove: (name) => fs.rmSync(at(name), { force: true }),
    sync: () => syncFolder(folder),
  };
}

function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    // Some file systems know no links.
    if (isSystemError(error, 'EEXIST') || isSystemError(error, 'ENOENT')) throw error;
    fs.copyFileSync(from, `${to}.new`);
    fs.renameSync(`${to}.new`, to);
  }
}

class FolderFile implements DiskFile {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  size(): number {
    return fs.fstatSync(this.#descriptor).size;
  }

  read(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const count = fs.readSync(this.#descriptor, bytes, filled, length - filled, position + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  }

  write(bytes: Uint8Array, position: number): void {
    let written = 0;
    while (written < bytes.length) {
      written += fs.writeSync(this.#descriptor, bytes, written, bytes.length - written, position + written);
    }
  }

  truncate(size: number): void {
    fs.ftruncateSync(this.#descriptor, size);
  }

  sync(): Promise<void> {
    return fdatasync(this.#descriptor);
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs no such thing.
  if (process.platform === 'win32') return;
  const handle = await fs.promises.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
