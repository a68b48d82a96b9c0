import type { RuleListName } from '../../shared/registry/collections.ts';
import type { RuleItem, RuleRequestOf, RuleStore } from '../emulator/emulator.ts';

/** A list of rules of the test lab. */
export interface RuleList<NewRule, Item> {
  /** The rules of the workspace, then the added ones, each with its counters. */
  readonly list: () => Item[];
  /** Adds one rule, or all rules of a list or none. Rejects an invalid rule, and a taken slug. */
  readonly add: (rules: NewRule | readonly NewRule[]) => Promise<Item[]>;
  /** Replaces a rule by ID or slug; its counters stay. */
  readonly replace: (id: string, rule: NewRule) => Promise<Item>;
  /** Removes a rule by ID or slug. */
  readonly remove: (id: string) => Promise<void>;
  /** Removes all rules that are not in the workspace. */
  readonly clear: () => void;
  /** Sets the counters of all rules to zero. */
  readonly restart: () => void;
}

export function ruleList<Name extends RuleListName, NewRule extends object>(
  store: RuleStore<Name>,
  read: (rule: NewRule) => RuleRequestOf<Name>,
): RuleList<NewRule, RuleItem<Name>> {
  return {
    list: () => store.items,
    add: async (added) => store.add(isList(added) ? added.map(read) : read(added)),
    replace: async (id, rule) => store.replace(id, read(rule)),
    remove: (id) => store.remove(id),
    clear: () => store.removeRuntime(),
    restart: () => store.restart(),
  };
}

function isList<Item extends object>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
