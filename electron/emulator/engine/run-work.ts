/** Thrown into code that goes on after its run has ended; nobody hears of it. */
class RunEndedError extends Error {
  override readonly name = 'RunEndedError';
  constructor() {
    super('the run has ended');
  }
}

/** The work of one Active run, as the runner holds it: it is stopped once, and then nothing it does counts. */
export class RunWork {
  /** Made when somebody asks: most runs end without anybody having listened, and making and aborting one is a twentieth of their cost. */
  #controller: AbortController | undefined;
  #onEnd: Set<() => void> | undefined;
  /** Settles when nothing of the work is left. */
  done: Promise<void> = Promise.resolve();
  ended = false;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.ended) this.#controller.abort();
    return this.#controller.signal;
  }

  /** Ends the work: from here on its calls are ignored and its waits reject. */
  end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const call of this.#onEnd ?? []) call();
    this.#onEnd = undefined;
    this.#controller?.abort();
  }

  /** Calls when the work ends; returns what calls it off. */
  onEnd(call: () => void): () => void {
    this.#onEnd ??= new Set();
    this.#onEnd.add(call);
    return () => this.#onEnd?.delete(call);
  }

  /** The promise, or a rejection with `RunEndedError` when the work ends first. */
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
