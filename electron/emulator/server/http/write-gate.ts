/** Keeps requests that write out while the state is being replaced: they wait, and find the new one. */
export class WriteGate {
  #closed: Promise<void> | null = null;

  /** Resolves when the gate may be open again; null while it is. */
  get closed(): Promise<void> | null {
    return this.#closed;
  }

  /** Does what no other request may write during. One after the other. */
  async during(work: () => Promise<void>): Promise<void> {
    while (this.#closed !== null) await this.#closed;
    const done = work();
    this.#closed = done.catch(() => undefined).finally(() => (this.#closed = null));
    await done;
  }
}
