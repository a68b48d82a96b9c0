import type { Micros } from '../../../shared/values/timestamp.ts';
import { NO_COUNT, remainingOf, type RuleCount, type SelectionRule } from './selection.ts';

/** Maximum number of keys that one rule counts; the least recently counted ones are dropped. */
export const MAX_KEYS = 1000;

/** Key of the sums of dropped keys; no key of `countPer` is equal. */
export const FORGOTTEN = '*';

/** Ends of periods by key. Bounded: the least recently set ones are dropped. */
class Periods {
  readonly #until = new Map<string, Micros>();

  get(key: string): Micros | undefined {
    return this.#until.get(key);
  }

  /** Sets the end of a period. Returns the key that was dropped for it, if any. */
  set(key: string, until: Micros): string | undefined {
    this.#until.delete(key);
    this.#until.set(key, until);
    const [oldest] = this.#until.keys();
    if (this.#until.size <= MAX_KEYS || oldest === undefined) return undefined;
    this.#until.delete(oldest);
    return oldest;
  }

  get keys(): readonly string[] {
    return [...this.#until.keys()];
  }

  clear(): void {
    this.#until.clear();
  }
}

/** The counters of one rule, by key of `countPer`. */
export class RuleCounts {
  readonly #byKey = new Map<string, RuleCount>();
  /** Ends of the periods of `retryAfterSeconds`, by digest of operation and API key. */
  readonly retryPeriods = new Periods();
  /** Problem of the latest automatic answer that was refused. */
  problem: string | null = null;

  of(key: string): RuleCount {
    return this.#byKey.get(key) ?? NO_COUNT;
  }

  /** Sets the counters of a key. Returns the key that was dropped for it, if any. */
  set(key: string, count: RuleCount): string | undefined {
    this.#byKey.delete(key);
    this.#byKey.set(key, count);
    const sumKeys = this.#byKey.has(FORGOTTEN) ? 1 : 0;
    if (this.#byKey.size - sumKeys <= MAX_KEYS) return undefined;
    const oldest = this.#oldest() ?? key;
    const { matched, applied } = this.of(oldest);
    const sums = this.of(FORGOTTEN);
    this.#byKey.delete(oldest);
    this.#byKey.set(FORGOTTEN, { ...sums, matched: sums.matched + matched, applied: sums.applied + applied });
    return oldest;
  }

  #oldest(): string | undefined {
    for (const key of this.#byKey.keys()) if (key !== FORGOTTEN) return key;
    return undefined;
  }

  /** Copies the counters and retry periods. */
  clone(): RuleCounts {
    const copied = new RuleCounts();
    copied.copy(this);
    return copied;
  }

  /** Takes over the counters and retry periods of others. */
  copy(from: RuleCounts): void {
    for (const [key, count] of from.#byKey) this.#byKey.set(key, count);
    for (const key of from.retryPeriods.keys) this.retryPeriods.set(key, from.retryPeriods.get(key) ?? 0);
  }

  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  clear(): void {
    this.#byKey.clear();
    this.retryPeriods.clear();
    this.problem = null;
  }

  /** Sums over all keys; zero without keys. */
  summary(rule: SelectionRule): { matched: number; applied: number; remaining: number | null; completed: boolean } {
    let matched = 0;
    let applied = 0;
    let left: number | null = null;
    for (const [key, count] of this.#byKey) {
      matched += count.matched;
      applied += count.applied;
      const own = remainingOf(rule, count);
      if (key !== FORGOTTEN && own !== null) left = (left ?? 0) + own;
    }
    const remaining = rule.times === undefined ? null : (left ?? rule.times);
    return { matched, applied, remaining, completed: remaining === 0 };
  }
}
