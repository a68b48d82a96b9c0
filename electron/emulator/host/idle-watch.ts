import type { ServerResponse } from 'node:http';
import type { MachineClock } from '../engine/context/ports.ts';

/** Calls back once after a time without a request. A request in progress counts until its response is closed. */
export class IdleWatch {
  readonly #clock: MachineClock;
  readonly #milliseconds: number;
  readonly #whenIdle: () => void;
  readonly #pending = new Set<ServerResponse>();
  #lastEnd = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: MachineClock, milliseconds: number, whenIdle: () => void) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#whenIdle = whenIdle;
  }

  /** Starts the timer. */
  start(): void {
    this.#lastEnd = this.#clock.monotonic();
    this.#wait(this.#milliseconds);
  }

  /** Records a request. */
  readonly note = (response: ServerResponse): void => {
    this.#pending.add(response);
    response.once('close', () => this.#end(response));
  };

  stop(): void {
    this.#cancel?.();
  }

  #wait(milliseconds: number): void {
    this.#cancel = this.#clock.after(milliseconds, () => this.#check());
  }

  #end(response: ServerResponse): void {
    this.#pending.delete(response);
    this.#lastEnd = this.#clock.monotonic();
  }

  #check(): void {
    // Node does not close the responses that wait behind another one on a lost connection.
    for (const response of this.#pending) if (response.req.socket.destroyed) this.#pending.delete(response);
    const idle = this.#pending.size > 0 ? 0 : this.#clock.monotonic() - this.#lastEnd;
    if (idle >= this.#milliseconds) this.#whenIdle();
    else this.#wait(this.#milliseconds - idle);
  }
}
