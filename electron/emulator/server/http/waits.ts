import type { ServerResponse } from 'node:http';
import type { MachineClock } from '../../engine/context/ports.ts';

/** Maximum number of requests delayed by faults at a time. */
export const MAX_HELD = 1000;
/** Maximum size of their bodies and answers together, in bytes; a single one may be larger. */
export const MAX_HELD_BYTES = 256_000_000;

/** Waits of requests on the machine's clock. They end early when the client disconnects, or the server stops. */
export class RequestWaits {
  readonly #clock: Pick<MachineClock, 'after'>;
  readonly #pending = new Set<() => void>();
  #isClosed = false;
  #held = 0;
  #heldBytes = 0;

  constructor(clock: Pick<MachineClock, 'after'>) {
    this.#clock = clock;
  }

  /** Counts a delayed request with its bytes. Returns a function that ends the count; `undefined` when there are too many. */
  hold(bytes: number): (() => void) | undefined {
    if (this.#held === MAX_HELD || (this.#held > 0 && this.#heldBytes + bytes > MAX_HELD_BYTES)) return undefined;
    this.#held += 1;
    this.#heldBytes += bytes;
    return () => {
      this.#held -= 1;
      this.#heldBytes -= bytes;
    };
  }

  /** Waits; false when the client has disconnected or the server stops. */
  wait(milliseconds: number, outgoing: ServerResponse | undefined): Promise<boolean> {
    if (this.#isClosed || outgoing?.destroyed === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (isOver: boolean): void => {
        cancel();
        outgoing?.off('close', abort);
        this.#pending.delete(abort);
        resolve(isOver);
      };
      const abort = (): void => end(false);
      const cancel = this.#clock.after(milliseconds, () => end(true));
      outgoing?.once('close', abort);
      this.#pending.add(abort);
    });
  }

  /** Ends all waits; later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const abort of this.#pending) abort();
  }
}
