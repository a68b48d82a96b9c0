import { SCRIPT_MEMORY_MB, SHARED } from '../protocol.ts';

const BYTES = SCRIPT_MEMORY_MB * 1024 * 1024;
const EVERY_MILLISECONDS = 100;

/**
 * The engine limits the heap of a thread but not its buffers, which would take the memory of every other run: they are limited here,
 * when they are made through `Buffer` and, however they were made, whenever the event loop turns. Beats are for the server, which ends a thread
 * that takes memory without ever yielding.
 */
export function guardBuffers(shared: Int32Array, fail: (error: Error) => void): void {
  const check = (size: number) => {
    const used = process.memoryUsage().arrayBuffers + size;
    if (used > BYTES) throw new RangeError(tooMuch(used));
  };
  for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow'] as const) {
    const original = Buffer[name].bind(Buffer);
    Object.assign(Buffer, {
      [name]: (size: number, ...rest: [string?, BufferEncoding?]) => {
        if (size > 65_536) check(size);
        return original(size, ...rest);
      },
    });
  }
  setInterval(() => {
    Atomics.add(shared, SHARED.beats, 1);
    try {
      check(0);
    } catch (error) {
      fail(error as Error);
    }
  }, EVERY_MILLISECONDS);
}

function tooMuch(bytes: number): string {
  return `the script's buffers take ${Math.round(bytes / 1_000_000)} MB, and at most ${SCRIPT_MEMORY_MB} MB are allowed`;
}
