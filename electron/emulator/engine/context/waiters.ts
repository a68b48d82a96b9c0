/** Promises by ID, which all resolve with the same value. */
export class Waiters<T> {
  readonly #waiting = new Map<string, ((value: T) => void)[]>();

  wait(id: string): Promise<T> {
    return new Promise((resolve) => {
      const list = this.#waiting.get(id);
      if (list === undefined) this.#waiting.set(id, [resolve]);
      else list.push(resolve);
    });
  }

  resolve(id: string, value: T): void {
    const list = this.#waiting.get(id);
    if (list === undefined) return;
    this.#waiting.delete(id);
    for (const resolve of list) resolve(value);
  }

  clear(): void {
    this.#waiting.clear();
  }
}
