import { parseOwnJson } from '../../../../shared/values/json.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { IdempotencyRecord } from '../../engine/records.ts';
import type { Collection } from './collections.ts';
import { ResponseGroup, type KeptResponse } from './response-group.ts';

/** Bytes of a response besides its body. */
const OTHER_BYTES = 500;

/**
 * Stored responses for idempotency keys, oldest first. There may be hundreds of thousands, few of which are asked for again:
 * each is its JSON once it is written, and a snapshot writes a group of them as the one before it did.
 */
export class IdempotencyCollection implements Collection<IdempotencyRecord> {
  readonly #byId = new Map<string, KeptResponse>();
  readonly #count: (bytes: number) => void;
  /** Groups that the latest snapshot has, and the responses since then; some may be gone. */
  #groups: readonly ResponseGroup[] = [];
  #fresh: KeptResponse[] = [];

  /** @param count counts bytes that are added, or removed when negative */
  constructor(count: (bytes: number) => void) {
    this.#count = count;
  }

  /** Bytes of all responses. */
  get bytes(): number {
    let bytes = 0;
    for (const kept of this.#byId.values()) bytes += kept.bytes;
    return bytes;
  }

  get(id: string): IdempotencyRecord | undefined {
    const kept = this.#byId.get(id);
    return kept === undefined ? undefined : recordOf(kept);
  }

  put(record: IdempotencyRecord): void {
    // Re-inserted at the end, so that the oldest come first.
    this.remove(record.id);
    const bytes = OTHER_BYTES + record.body.length;
    const kept: KeptResponse = { at: record.at, content: record, bytes, isGone: false, group: undefined };
    this.#byId.set(record.id, kept);
    this.#count(bytes);
    this.#fresh.push(kept);
  }

  remove(id: string): void {
    const kept = this.#byId.get(id);
    if (kept !== undefined) this.#remove(id, kept);
  }

  clear(): void {
    this.#byId.clear();
    [this.#groups, this.#fresh] = [[], []];
  }

  *values(): Generator<IdempotencyRecord, void, undefined> {
    for (const kept of this.#byId.values()) yield recordOf(kept);
  }

  /** Keeps a response as its JSON. */
  cacheJson(id: string, json: string): void {
    const kept = this.#byId.get(id);
    if (kept !== undefined && kept.group === undefined) kept.content = json;
  }

  /** All responses, in groups for a snapshot. */
  groups(): readonly ResponseGroup[] {
    const earlier = this.#groups.flatMap((group) => group.withoutGone());
    this.#groups = [...earlier, ...ResponseGroup.of(this.#fresh)];
    this.#fresh = [];
    return this.#groups;
  }

  /** Removes the oldest records while they have expired. */
  removeExpired(isExpired: (at: Micros) => boolean): void {
    for (const [id, kept] of this.#byId) {
      if (!isExpired(kept.at)) return;
      this.#remove(id, kept);
    }
  }

  #remove(id: string, kept: KeptResponse): void {
    this.#byId.delete(id);
    this.#count(-kept.bytes);
    kept.isGone = true;
    if (kept.group !== undefined) kept.group.isWhole = false;
  }
}

function recordOf({ content }: KeptResponse): IdempotencyRecord {
  if (typeof content === 'string') return parseOwnJson<IdempotencyRecord>(content);
  if (!('line' in content)) return content;
  return parseOwnJson<IdempotencyRecord>(content.line.toString('utf8', content.from, content.to));
}
