/** What was opened, to be closed in reverse: on stop, or when opening the next thing fails. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];
  #closed: Promise<void> | undefined;

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything, also when something fails to close; rejects with the first failure. Later calls give the same. */
  close(): Promise<void> {
    this.#closed ??= this.#closeAll();
    return this.#closed;
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.toReversed()) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
