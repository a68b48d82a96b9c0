import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { assertRegularFileSync, openRegularFileSync } from '../../files/read-file.ts';
import { isSystemError } from '../../files/system-error.ts';
import type { Disk, DiskFile } from './disk.ts';
import { replaceFileSync } from '../../platform/replace-file.ts';
import { syncFolder } from '../../platform/sync-folder.ts';

const fdatasync = promisify(fs.fdatasync);
/** Never creates a file through a link. Windows has no such flag, and rarely such links. */
const NO_LINKS: number = (fs.constants as Partial<typeof fs.constants>).O_NOFOLLOW ?? 0;
const CREATE = fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_TRUNC | NO_LINKS;

const OPEN: Readonly<Record<'create' | 'read' | 'write', (file: string) => number>> = {
  create: (file) => fs.openSync(file, CREATE, 0o600),
  read: (file) => openRegularFileSync(file),
  write: (file) => {
    assertRegularFileSync(file);
    return fs.openSync(file, 'r+');
  },
};

/**
 * Number of final bytes that identify a file whose inode changed: no other file ends with the batch that was just written.
 */
const KNOWN_BY = 4096;

/**
 * A folder of the file system; it must exist.
 * @param assertHeld throws `FolderLostError` when the folder is no longer this process's; called before names are changed
 */
export function folderDisk(folder: string, assertHeld: () => void = () => undefined): Disk {
  const at = (name: string): string => path.join(folder, name);
  const own = (name: string): string => {
    assertHeld();
    return at(name);
  };
  return {
    name: folder,
    names: () => fs.readdirSync(folder),
    open: (name, how) => new FolderFile(how === 'read' ? at(name) : own(name), how),
    rename: (from, to) => replaceFileSync(own(from), at(to)),
    copy: (from, to) => fs.copyFileSync(at(from), own(to)),
    link: (from, to) => linkOrCopy(at(from), own(to)),
    remove: (name) => fs.rmSync(own(name), { force: true }),
    sync: () => syncFolder(folder),
    assertHeld,
  };
}

function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    // Some file systems do not support links.
    if (isSystemError(error, 'EEXIST') || isSystemError(error, 'ENOENT')) throw error;
    fs.copyFileSync(from, `${to}.new`);
    replaceFileSync(`${to}.new`, to);
  }
}

class FolderFile implements DiskFile {
  readonly #path: string;
  readonly #descriptor: number;
  #number: Pick<fs.Stats, 'dev' | 'ino'> | undefined;

  constructor(path: string, how: keyof typeof OPEN) {
    this.#path = path;
    this.#descriptor = OPEN[how](path);
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

  isInPlace(): boolean {
    this.#number ??= fs.fstatSync(this.#descriptor);
    const named = fs.statSync(this.#path, { throwIfNoEntry: false });
    if (named?.isFile() !== true) return false;
    return (named.ino === this.#number.ino && named.dev === this.#number.dev) || this.#isSameAs(this.#path);
  }

  close(): void {
    fs.closeSync(this.#descriptor);
  }

  /** Compares by content: some network file systems change inode numbers occasionally. */
  #isSameAs(path: string): boolean {
    const named = new FolderFile(path, 'read');
    try {
      const size = this.size();
      const from = Math.max(0, size - KNOWN_BY);
      return named.size() === size && named.read(from, KNOWN_BY).equals(this.read(from, KNOWN_BY));
    } finally {
      named.close();
    }
  }
}
