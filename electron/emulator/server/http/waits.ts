import type { ServerResponse } from 'node:http';
import type { MachineClock } from '../../engine/ports.ts';

/** Waits of requests on the machine's clock. They end early when the client disconnects, or the server stops. */
export class RequestWaits {
  readonly #clock: Pick<MachineClock, 'after'>;
  readonly #pending = new Set<() => void>();
  #isClosed = false;

  constructor(clock: Pick<MachineClock, 'after'>) {
    this.#clock = clock;
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
