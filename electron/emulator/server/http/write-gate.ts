/** Blocks writing requests while the state is being replaced; they then see the new state. */
export class WriteGate {
  #closed: Promise<void> | null = null;

  /** Promise that resolves when the gate may be open again; null while it is open. */
  get closed(): Promise<void> | null {
    return this.#closed;
  }

  /** Runs work while no other request may write. Calls run one after the other. */
  async during(work: () => Promise<void>): Promise<void> {
    while (this.#closed !== null) await this.#closed;
    const done = work();
    this.#closed = done.catch(() => undefined).finally(() => (this.#closed = null));
    await done;
  }
}
