import { MICROS_PER_SECOND, type Micros } from '../../../shared/values/timestamp.ts';
import { chance } from '../engine/runs/simulation.ts';

/** The fields of a rule that select among its matches. */
export interface SelectionRule {
  readonly slug: string;
  readonly when?: string | undefined;
  readonly nth?: number | undefined;
  readonly skip: number;
  readonly times?: number | undefined;
  readonly share: number;
  readonly during?: { readonly every: number; readonly for: number } | undefined;
}

/** Counters of a rule for one key of `countPer`. */
export interface RuleCount {
  /** Number of occasions that meet the rule's `match`. */
  readonly attempts: number;
  /** Number of those that meet `during` and `when`, too. */
  readonly matched: number;
  readonly applied: number;
  /** Matches that `skip` and `times` have counted. */
  readonly counted: number;
}

export const NO_COUNT: RuleCount = { attempts: 0, matched: 0, applied: 0, counted: 0 };

/** An occasion that meets the `match` of a rule. */
export interface Occasion {
  /** `settings.seed`. */
  readonly seed: number;
  /** Emulated time. */
  readonly now: Micros;
  /** Key of `countPer`; "" when all occasions count together. */
  readonly key: string;
  /** Evaluates a `when`; false when it fails. @param attempt number of the occasion, from 1 */
  readonly holds: (when: string, attempt: number) => boolean;
}

/** A decision, and the counters after it. */
export interface Selection {
  readonly applies: boolean;
  readonly count: RuleCount;
}

/** Decides whether a rule applies to an occasion that meets its `match`. Pure (lab, "Faults"). */
export function select(rule: SelectionRule, before: RuleCount, occasion: Occasion): Selection {
  const attempts = before.attempts + 1;
  const isMatch =
    (rule.nth ?? attempts) === attempts &&
    isDuring(rule, occasion.now) &&
    (rule.when === undefined || occasion.holds(rule.when, attempts));
  if (!isMatch) return { applies: false, count: { ...before, attempts } };
  const counted = before.counted + 1;
  const applies = isSelected(rule, counted) && isDrawn(rule, counted, occasion);
  const applied = before.applied + (applies ? 1 : 0);
  return { applies, count: { attempts, matched: before.matched + 1, applied, counted } };
}

/** Number of remaining matches of `times`; null without `times`. */
export function remainingOf({ skip, times }: SelectionRule, { counted }: RuleCount): number | null {
  return times === undefined ? null : Math.max(0, times - Math.max(0, counted - skip));
}

function isDuring({ during }: SelectionRule, now: Micros): boolean {
  if (during === undefined) return true;
  return now % (during.every * MICROS_PER_SECOND) < during.for * MICROS_PER_SECOND;
}

function isSelected({ skip, times = Infinity }: SelectionRule, counted: number): boolean {
  return counted > skip && counted - skip <= times;
}

/** Draws from the seed, the rule and its counter alone, so that equal sequences have equal choices. */
function isDrawn({ slug, share }: SelectionRule, counted: number, { seed, key }: Occasion): boolean {
  return share >= 1 || chance(JSON.stringify([seed, slug, key, counted])) < share;
}
