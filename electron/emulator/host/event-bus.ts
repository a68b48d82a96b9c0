/** Delivers events to all subscribers. A subscriber that throws does not affect the others. */
export class EventBus<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #reportError: (error: unknown) => void;

  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError;
  }

  readonly emit = (event: Event): void => {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#reportError(error);
      }
    }
  };

  /** Adds a subscriber. Returns a function that removes it. */
  readonly subscribe = (listener: (event: Event) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
