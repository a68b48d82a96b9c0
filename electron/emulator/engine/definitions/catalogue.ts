/** Definitions indexed by ID and slug. */
export class Catalogue<T extends { readonly id: string }> {
  readonly all: readonly T[];
  readonly #byId = new Map<string, T>();
  readonly #bySlug = new Map<string, T>();

  constructor(all: readonly T[], slugOf: (item: T) => string) {
    this.all = all;
    for (const item of all) {
      this.#byId.set(item.id, item);
      this.#bySlug.set(slugOf(item), item);
    }
  }

  byId(id: string): T | undefined {
    return this.#byId.get(id);
  }

  bySlug(slug: string): T | undefined {
    return this.#bySlug.get(slug);
  }

  /** Finds a definition by ID, otherwise by slug. */
  find(reference: string): T | undefined {
    return this.byId(reference) ?? this.bySlug(reference);
  }
}
