import type { DiskFile } from './disk.ts';

const CHUNK = 256 * 1024;

/** Writes lines to a new file in large chunks. */
export class LineWriter {
  readonly #file: DiskFile;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;

  constructor(file: DiskFile) {
    this.#file = file;
  }

  /** Bytes added so far. */
  get size(): number {
    return this.#written + this.#pendingBytes;
  }

  add(line: Buffer): void {
    if (line.length >= CHUNK) this.#write();
    this.#pending.push(line);
    this.#pendingBytes += line.length;
    if (this.#pendingBytes >= CHUNK) this.#write();
  }

  /** Writes the rest and syncs the file. */
  async finish(): Promise<void> {
    this.#write();
    await this.#file.sync();
  }

  #write(): void {
    const [first, ...others] = this.#pending;
    if (first === undefined) return;
    // A large line is written without being copied.
    this.#file.write(others.length === 0 ? first : Buffer.concat(this.#pending), this.#written);
    this.#written += this.#pendingBytes;
    [this.#pending, this.#pendingBytes] = [[], 0];
  }
}
