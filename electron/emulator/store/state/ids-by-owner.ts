/** IDs of entities by the run or session that they belong to. */
export class IdsByOwner {
  readonly #ids = new Map<string, Set<string>>();

  add(owner: string, id: string): void {
    const known = this.#ids.get(owner);
    if (known === undefined) this.#ids.set(owner, new Set([id]));
    else known.add(id);
  }

  remove(owner: string, id: string): void {
    const known = this.#ids.get(owner);
    known?.delete(id);
    if (known?.size === 0) this.#ids.delete(owner);
  }

  clear(): void {
    this.#ids.clear();
  }

  /** The IDs at this moment. */
  of(owner: string): readonly string[] {
    return [...(this.#ids.get(owner) ?? [])];
  }

  count(owner: string): number {
    return this.#ids.get(owner)?.size ?? 0;
  }
}
