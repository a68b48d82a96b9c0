import type { RuleListName } from '../../../shared/registry/collections.ts';
import { Faults, type FaultPorts } from './faults.ts';
import { RuleStore, type RulePorts } from './rule-store.ts';

/** The test lab of an emulator. */
export interface Lab {
  readonly faults: Faults;
  readonly rules: { readonly [Name in RuleListName]: RuleStore<Name> };
  /** Reads the counters of the rules from the state, after an import. */
  readonly load: () => void;
  /** Removes all runtime rules and counters. Call it after the state is emptied. */
  readonly reset: () => void;
}

/** Creates the test lab on the state and the workspace. */
export function createLab(ports: RulePorts & FaultPorts): Lab {
  const rules = { faults: new RuleStore('faults', ports), answers: new RuleStore('answers', ports) };
  const lists = Object.values(rules);
  return {
    rules,
    faults: new Faults(rules.faults, ports),
    load: () => lists.forEach((list) => list.load()),
    reset: () => lists.forEach((list) => list.reset()),
  };
}
