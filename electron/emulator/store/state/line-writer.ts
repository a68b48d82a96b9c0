import type { Slices } from '../../slices/slices.ts';
import type { DiskFile } from './disk.ts';

const CHUNK = 256 * 1024;

/** Writes lines to a new file in large pieces. */
export class LineWriter {
  readonly #file: DiskFile;
  readonly #slices: Slices;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;

  constructor(file: DiskFile, slices: Slices) {
    this.#file = file;
    this.#slices = slices;
  }

  /** Bytes added so far. */
  get size(): number {
    return this.#written + this.#waitingBytes;
  }

  async add(line: Buffer): Promise<void> {
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (this.#waitingBytes >= CHUNK) this.#write();
    await this.#slices.breathe();
  }

  /** Everything is on disk, as far as the disk can tell. */
  async finish(): Promise<void> {
    this.#write();
    await this.#file.sync();
  }

  #write(): void {
    this.#file.write(Buffer.concat(this.#waiting), this.#written);
    this.#written += this.#waitingBytes;
    [this.#waiting, this.#waitingBytes] = [[], 0];
  }
}
