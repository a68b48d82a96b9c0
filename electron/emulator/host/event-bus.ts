/** Tells everybody who listens; one that throws keeps the others from nothing. */
export class EventBus<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #fault: (error: unknown) => void;

  constructor(fault: (error: unknown) => void) {
    this.#fault = fault;
  }

  readonly emit = (event: Event): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#fault(error);
      }
    }
  };

  /** Calls at every event; returns what stops the calls. */
  readonly subscribe = (listener: (event: Event) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
