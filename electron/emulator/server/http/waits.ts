import type { ServerResponse } from 'node:http';
import type { MachineClock } from '../../engine/context/ports.ts';

/** Maximum number of requests delayed by faults at a time. */
export const MAX_HELD = 1000;
/** Maximum size of their bodies and answers together, in bytes; a single one may be larger. */
export const MAX_HELD_BYTES = 256_000_000;

/** The reason that a wait is over: its time, its caller, a client that has gone, or a server that stops. */
type WaitEnd = 'over' | 'ended' | 'gone' | 'stopped';

/** A wait of a request. */
interface RequestWait {
  readonly done: Promise<WaitEnd>;
  readonly end: () => void;
}

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
  async wait(milliseconds: number, outgoing: ServerResponse | undefined): Promise<boolean> {
    return (await this.begin(milliseconds, outgoing).done) === 'over';
  }

  /** Begins a wait that may be ended before its time. @param milliseconds null: no time ends it */
  begin(milliseconds: number | null, outgoing: ServerResponse | undefined): RequestWait {
    let end: (how: WaitEnd) => void = () => undefined;
    const done = new Promise<WaitEnd>((resolve) => {
      if (this.#isClosed || outgoing?.destroyed === true) {
        resolve(this.#isClosed ? 'stopped' : 'gone');
        return;
      }
      const stop = (): void => end('stopped');
      const leave = (): void => end('gone');
      const cancel = milliseconds === null ? undefined : this.#clock.after(milliseconds, () => end('over'));
      end = (how) => {
        cancel?.();
        outgoing?.off('close', leave);
        this.#pending.delete(stop);
        resolve(how);
      };
      outgoing?.once('close', leave);
      this.#pending.add(stop);
    });
    return { done, end: () => end('ended') };
  }

  /** Ends all waits; later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const abort of this.#pending) abort();
  }
}
