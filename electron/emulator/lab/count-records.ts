import type { State } from '../engine/state-port.ts';
import { RuleCounts } from './rule-counts.ts';

/** Stores the counters of workspace rules in the state, one record for each rule and key. */
export class CountRecords {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** All counters by rule. */
  read(): Map<string, RuleCounts> {
    const byRule = new Map<string, RuleCounts>();
    for (const { ruleID, key, attempts, matched, applied, counted } of this.#state.ruleCounts()) {
      const counts = byRule.get(ruleID) ?? new RuleCounts();
      byRule.set(ruleID, counts);
      counts.set(key, { attempts, matched, applied, counted });
    }
    return byRule;
  }

  /** Writes the counters of these keys; removes those that are forgotten. */
  write(ruleID: string, counts: RuleCounts, keys: readonly string[]): void {
    for (const key of keys) {
      if (counts.has(key)) this.#state.put('ruleCount', { id: recordId(ruleID, key), ruleID, key, ...counts.of(key) });
      else this.remove(ruleID, [key]);
    }
  }

  remove(ruleID: string, keys: readonly string[]): void {
    for (const key of keys) {
      const id = recordId(ruleID, key);
      if (this.#state.get('ruleCount', id) !== undefined) this.#state.remove('ruleCount', id);
    }
  }
}

function recordId(ruleID: string, key: string): string {
  return key === '' ? ruleID : `${ruleID}.${key}`;
}
