import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DiskFile } from './disk.ts';

/** How long work off the hot path may keep the event loop, in milliseconds. */
const SLICE = 4;
const CHUNK = 256 * 1024;

/** Thrown to end work in slices that is no longer wanted. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** Work that lets the event loop turn every few milliseconds. */
export class Slices {
  #began = performance.now();
  #isStopped = false;

  /** Ends the work at its next breath. */
  stop(): void {
    this.#isStopped = true;
  }

  /** To be called often: gives way to others when it is time. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#began > SLICE) {
      await nextTurn();
      this.#began = performance.now();
    }
    if (this.#isStopped) throw new StoppedError('stopped');
  }
}

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
