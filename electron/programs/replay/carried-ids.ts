/** Pattern of an ID of the service or the traffic log, or a UUID. */
const ID = String.raw`[a-z]{3}\d{8}z[a-z0-9]{10}|trf[0-9a-f]{8}z\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
/** Pattern of a time in the format of the service or RFC 3339. */
const TIME = String.raw`\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?`;

/** Splits a text at IDs and times; every second part is one. */
export const VARYING = new RegExp(`(${TIME}|\\b(?:${ID})\\b)`);
const IDS = new RegExp(`\\b(?:${ID})\\b`, 'g');
const IS_TIME = new RegExp(`^${TIME}$`);

/** True for a time in one of the two forms. */
export function isTime(text: string): boolean {
  return IS_TIME.test(text);
}

/** The IDs in a text. */
export function idsIn(text: string): string[] {
  return text.match(IDS) ?? [];
}

/**
 * Pairs of IDs and page tokens of a recording with those of the replay. One-to-one, so that an additional or missing execution is
 * detected.
 */
export class CarriedIds {
  readonly #current = new Map<string, string>();
  readonly #recorded = new Map<string, string>();

  /** Begins a comparison; its pairs count once it is committed. */
  trial(): CarriedIdsTrial {
    return new CarriedIdsTrial(this.#current, this.#recorded);
  }

  /** Replaces the IDs of the recording in a text of a request. */
  apply(text: string): string {
    if (this.#current.size === 0) return text;
    return this.#current.get(text) ?? text.replace(IDS, (id) => this.#current.get(id) ?? id);
  }
}

/** The pairs of one comparison. */
export class CarriedIdsTrial {
  readonly #kept: readonly [current: Map<string, string>, recorded: Map<string, string>];
  readonly #current = new Map<string, string>();
  readonly #recorded = new Map<string, string>();

  constructor(current: Map<string, string>, recorded: Map<string, string>) {
    this.#kept = [current, recorded];
  }

  /** Pairs an ID of the recording with one of the replay. Returns false when one of them has another partner. */
  pair(recorded: string, current: string): boolean {
    const known = this.#current.get(recorded) ?? this.#kept[0].get(recorded);
    if (known !== undefined) return known === current;
    if (this.#recorded.has(current) || this.#kept[1].has(current)) return false;
    this.#current.set(recorded, current);
    this.#recorded.set(current, recorded);
    return true;
  }

  commit(): void {
    for (const [recorded, current] of this.#current) this.#kept[0].set(recorded, current);
    for (const [current, recorded] of this.#recorded) this.#kept[1].set(current, recorded);
  }
}
