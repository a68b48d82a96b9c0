import type { RuleRequest, RuleState } from '../../../shared/contract/emulator/rules.ts';
import type { RuleListName } from '../../../shared/registry/collections.ts';
import { jsonEqual, plainJson, pathText, type JsonPath } from '../../../shared/values/json.ts';
import type { ItemOf } from '../engine/resources/collection-edit.ts';
import type { RuleCounts } from './rule-counts.ts';
import { Problems } from '../../../shared/http/problems.ts';
import { labRuleBreaches } from '../../../shared/model/formula-checks.ts';

/** A rule in use. */
export interface RuleEntry<Name extends RuleListName> {
  readonly id: string;
  readonly source: RuleState['source'];
  readonly rule: ItemOf<Name>;
  readonly counts: RuleCounts;
}

/** A rule with its state, as `/_emulator` answers it. */
export type RuleItem<Name extends RuleListName> = ItemOf<Name> & RuleState;

/** A request that makes or replaces a rule. */
export type RuleRequestOf<Name extends RuleListName> = ItemOf<Name> & RuleRequest;

/** True when both have the same rules in the same order. */
export function isEqual<Entry extends { readonly id: string; readonly source: string; readonly rule: object }>(
  before: readonly Entry[],
  after: readonly Entry[],
): boolean {
  return (
    before.length === after.length &&
    before.every(({ id, source, rule }, index) => {
      const other = after[index];
      const isSame = other !== undefined && other.id === id && other.source === source;
      return isSame && (other.rule === rule || jsonEqual(plainJson(rule), plainJson(other.rule)));
    })
  );
}

/** A rule that is not in the workspace file, and the function that cancels its expiry (`ttlSeconds`). */
export type RuntimeRule<Name extends RuleListName> = Omit<RuleEntry<Name>, 'source'> & {
  readonly cancelExpiry: () => void;
  /** True for a rule of a schedule, which comes before those of the workspace file. */
  readonly isFirst: boolean;
};

/** The rule of a request. */
export function withoutRequest<Rule extends object>(request: Rule & RuleRequest): Rule {
  const rule = { ...request };
  Reflect.deleteProperty(rule, 'keep');
  Reflect.deleteProperty(rule, 'ttlSeconds');
  return rule;
}

/** Throws 400 that names every field that is invalid beyond its schema. */
export function assertValidRules(requests: RuleRequest | readonly RuleRequest[]): void {
  const problems = new Problems();
  for (const [index, request] of [requests].flat().entries()) {
    const path: JsonPath = Array.isArray(requests) ? [index] : [];
    problems.addAll(labRuleBreaches(request), (breach) => ({
      name: pathText([...path, ...breach.path]),
      text: breach.message,
    }));
    if (request.keep && request.ttlSeconds !== undefined)
      problems.add({
        name: pathText([...path, 'ttlSeconds']),
        text: 'a rule of the workspace file is not removed by itself',
      });
  }
  if (!problems.isEmpty) throw problems.error();
}
