/** Rejects calls of code that continues after its run has ended. Nothing reports it. */
class RunEndedError extends Error {
  override readonly name = 'RunEndedError';
  constructor() {
    super('the run has ended');
  }
}

/** The work of one Active run. After it has ended, its calls have no effect. */
export class RunWork {
  /** Created on demand: most runs end without a listener, and a controller is a twentieth of their cost. */
  #controller: AbortController | undefined;
  #onEnd: Set<() => void> | undefined;
  /** Settles when nothing is left running. */
  done: Promise<void> = Promise.resolve();
  ended = false;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.ended) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Ends the work: later calls are ignored, and pending waits reject. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const call of this.#onEnd ?? []) call();
    this.#onEnd = undefined;
    this.#controller?.abort();
  }

  /** Calls when the work ends; returns a function that cancels the call. */
  onEnd(call: () => void): () => void {
    this.#onEnd ??= new Set();
    this.#onEnd.add(call);
    return () => this.#onEnd?.delete(call);
  }

  /** Waits for a promise; rejects with `RunEndedError` when the work ends first. */
  until<T>(promise: Promise<T>): Promise<T> {
    this.assertActive();
    return new Promise((resolve, reject) => {
      const off = this.onEnd(() => reject(new RunEndedError()));
      promise.then(resolve, reject).finally(off);
    });
  }

  assertActive(): void {
    if (this.ended) throw new RunEndedError();
  }
}
