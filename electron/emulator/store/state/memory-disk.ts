import type { Disk, DiskFile } from './disk.ts';

/** A disk in memory: for checkpoints, and for tests, where opening it again simulates a restart. */
export function memoryDisk(files = new Map<string, MemoryFile>()): Disk {
  const found = (name: string): MemoryFile => {
    const file = files.get(name);
    if (file === undefined) throw Object.assign(new Error(`ENOENT: no such file, ${name}`), { code: 'ENOENT' });
    return file;
  };
  return {
    name: 'memory',
    names: () => [...files.keys()],
    open: (name, how) => {
      if (how === 'create') files.set(name, new MemoryFile());
      return found(name);
    },
    rename: (from, to) => {
      files.set(to, found(from));
      files.delete(from);
    },
    copy: (from, to) => files.set(to, new MemoryFile(found(from).read(0, found(from).size()))),
    link: (from, to) => files.set(to, found(from)),
    remove: (name) => files.delete(name),
    sync: () => Promise.resolve(),
    assertHeld: () => undefined,
  };
}

/** A file in memory: a buffer that grows by half when it is full. */
export class MemoryFile implements DiskFile {
  #bytes: Buffer;
  #size: number;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#bytes = Buffer.from(bytes);
    this.#size = bytes.length;
  }

  size(): number {
    return this.#size;
  }

  read(position: number, length: number): Buffer {
    // Copied, so that later writes do not change it.
    return Buffer.from(this.#bytes.subarray(position, Math.min(position + length, this.#size)));
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(end, Math.ceil(this.#bytes.length * 1.5), 4096));
      this.#bytes.copy(grown, 0, 0, this.#size);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, position);
    this.#size = Math.max(this.#size, end);
  }

  truncate(size: number): void {
    this.#bytes.fill(0, size);
    this.#size = Math.min(this.#size, size);
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }

  isInPlace(): boolean {
    return true;
  }

  close(): void {
    if (this.#size < this.#bytes.length) this.#bytes = Buffer.from(this.#bytes.subarray(0, this.#size));
  }
}
