import type { RetryPeriodRecord, RuleCountRecord } from '../engine/context/records.ts';
import type { State } from '../engine/context/state-port.ts';
import type { RuleListName } from '../../../shared/registry/collections.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import { RuleCounts } from './rule-counts.ts';

/** A record of counters, or of a retry period. */
export type CountRecord =
  | { readonly kind: 'ruleCount'; readonly entity: RuleCountRecord }
  | { readonly kind: 'retryPeriod'; readonly entity: RetryPeriodRecord };

/** Stores the counters and retry periods of one list's workspace rules in the state, one record for each rule and key. */
export class CountRecords {
  readonly #state: State;
  readonly #list: RuleListName;

  constructor(state: State, list: RuleListName) {
    this.#state = state;
    this.#list = list;
  }

  /** All counters by rule. */
  read(): Map<string, RuleCounts> {
    const byRule = new Map<string, RuleCounts>();
    for (const { list, ruleID, key, attempts, matched, applied, counted } of this.#state.all('ruleCount')) {
      if (list !== this.#list) continue;
      const counts = byRule.get(ruleID) ?? new RuleCounts();
      byRule.set(ruleID, counts);
      counts.set(key, { attempts, matched, applied, counted });
    }
    const periods = [...this.#state.all('retryPeriod')].sort((a, b) => a.until - b.until);
    for (const { ruleID, key, until } of periods) byRule.get(ruleID)?.retryPeriods.set(key, until);
    return byRule;
  }

  /** The records of one rule's counters. */
  of(ruleID: string, counts: RuleCounts): CountRecord[] {
    const { keys, retryPeriods } = counts;
    return [
      ...keys.map((key) => ({ kind: 'ruleCount' as const, entity: this.#countRecord(ruleID, key, counts) })),
      ...retryPeriods.keys.map((key) => ({
        kind: 'retryPeriod' as const,
        entity: periodRecord(ruleID, key, retryPeriods.get(key) ?? 0),
      })),
    ];
  }

  /** Writes the counters and periods of a rule for all keys. */
  writeAll(id: string, counts: RuleCounts): void {
    this.write(id, counts, counts.keys);
    this.writePeriods(id, counts, counts.retryPeriods.keys);
  }

  /** Writes the counters of these keys; removes dropped ones. */
  write(ruleID: string, counts: RuleCounts, keys: readonly string[]): void {
    for (const key of keys) {
      const id = this.#recordId(ruleID, key);
      if (counts.has(key)) this.#state.put('ruleCount', this.#countRecord(ruleID, key, counts));
      else this.#remove(id);
    }
  }

  /** Writes the retry periods of these keys; removes dropped ones. */
  writePeriods(ruleID: string, { retryPeriods }: RuleCounts, keys: readonly string[]): void {
    for (const key of keys) {
      const { id } = periodRecord(ruleID, key, 0);
      const until = retryPeriods.get(key);
      if (until !== undefined) this.#state.put('retryPeriod', periodRecord(ruleID, key, until));
      else if (this.#state.get('retryPeriod', id) !== undefined) this.#state.remove('retryPeriod', id);
    }
  }

  /** Clears the counters and retry periods of a rule, also the stored ones. */
  clear(ruleID: string, counts: RuleCounts): void {
    const { keys, retryPeriods } = counts;
    const periods = retryPeriods.keys;
    counts.clear();
    this.write(ruleID, counts, keys);
    this.writePeriods(ruleID, counts, periods);
  }

  #remove(id: string): void {
    if (this.#state.get('ruleCount', id) !== undefined) this.#state.remove('ruleCount', id);
  }

  #countRecord(ruleID: string, key: string, counts: RuleCounts): RuleCountRecord {
    return { id: this.#recordId(ruleID, key), list: this.#list, ruleID, key, ...counts.of(key) };
  }

  #recordId(ruleID: string, key: string): string {
    return `${this.#list}.${ruleID}${key === '' ? '' : `.${key}`}`;
  }
}

function periodRecord(ruleID: string, key: string, until: Micros): RetryPeriodRecord {
  return { id: `${ruleID}.${key}`, ruleID, key, until };
}
