import type { Readable } from 'node:stream';

/**
 * Gives chunks of a stream to `take`, and stops reading for the milliseconds that it asks for: the pipe is full soon, and
 * the process that writes into it waits.
 */
export function readPaced(stream: Readable, take: (chunk: Uint8Array) => number): void {
  stream.on('data', (chunk: Uint8Array) => {
    const wait = take(chunk);
    if (wait === 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), wait);
  });
}
