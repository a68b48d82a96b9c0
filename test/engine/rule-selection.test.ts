import { describe, expect, test } from 'vitest';
import { compileGlob } from '../../electron/emulator/lab/match.ts';
import { FORGOTTEN, MAX_KEYS, RuleCounts } from '../../electron/emulator/lab/rule-counts.ts';
import {
  NO_COUNT,
  remainingOf,
  select,
  type Occasion,
  type RuleCount,
  type SelectionRule,
} from '../../electron/emulator/lab/selection.ts';
import { fc, runs } from '../support/properties.ts';

const rules: fc.Arbitrary<SelectionRule> = fc.record({
  slug: fc.constantFrom('a', 'b'),
  skip: fc.nat(5),
  times: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  share: fc.constantFrom(0, 0.3, 0.7, 1),
});

const occasion: Occasion = { seed: 1, now: 0, key: '', holds: () => true };

/** Choices for a number of occasions, and the counters at the end. */
function choices(rule: SelectionRule, number: number, each: Partial<Occasion> = {}): [boolean[], RuleCount] {
  let count = NO_COUNT;
  const chosen = Array.from({ length: number }, () => {
    const selection = select(rule, count, { ...occasion, ...each });
    count = selection.count;
    return selection.applies;
  });
  return [chosen, count];
}

describe('the selection of a rule', () => {
  test('is the same for the same occasions, and lies after `skip` and within `times`', () => {
    fc.assert(
      fc.property(rules, fc.nat(30), fc.nat(3), (rule, number, seed) => {
        const [chosen, count] = choices(rule, number, { seed });
        expect(choices(rule, number, { seed })).toEqual([chosen, count]);
        const within = chosen.map((_, i) => i >= rule.skip && i < rule.skip + (rule.times ?? Infinity));
        chosen.forEach((applies, i) => expect(!applies || within[i]).toBe(true));
        if (rule.share === 1) expect(chosen).toEqual(within);
        if (rule.share === 0) expect(chosen).not.toContain(true);
        expect(count).toMatchObject({ matched: number, applied: chosen.filter(Boolean).length });
        const left = rule.times === undefined ? null : rule.times - within.filter(Boolean).length;
        expect(remainingOf(rule, count)).toBe(left);
      }),
    );
  });

  test('takes about its share, and another share with another seed', () => {
    const rule = { slug: 'a', skip: 0, share: 0.3 };
    const [first] = choices(rule, 1000);
    expect(first.filter(Boolean).length).toBeGreaterThan(250);
    expect(first.filter(Boolean).length).toBeLessThan(350);
    expect(choices(rule, 1000, { seed: 2 })[0]).not.toEqual(first);
  });

  test('counts attempts also while `when` does not hold, and matches only while it does', () => {
    const seen: number[] = [];
    const holds = (_: string, attempt: number) => seen.push(attempt) === 3;
    const [chosen, count] = choices({ slug: 'a', skip: 0, share: 1, when: 'x', times: 1 }, 5, { holds });
    expect([chosen, seen]).toEqual([
      [false, false, true, false, false],
      [1, 2, 3, 4, 5],
    ]);
    expect(count).toEqual({ attempts: 5, matched: 1, applied: 1, counted: 1 });
  });

  test('is limited to the first part of each period since 1970', () => {
    const rule = { slug: 'a', skip: 0, share: 1, during: { every: 60, for: 10 } };
    const at = (seconds: number) => select(rule, NO_COUNT, { ...occasion, now: seconds * 1_000_000 }).applies;
    expect([0, 9.999, 10, 59, 60, 1_800_000_005].map(at)).toEqual([true, true, false, false, true, true]);
  });
});

describe('the counters of a rule', () => {
  test('forget the oldest keys, and keep their sums', () => {
    const counts = new RuleCounts();
    const one = { attempts: 1, matched: 1, applied: 1, counted: 1 };
    for (let i = 0; i < 3 * MAX_KEYS; i++) counts.set(String(i), one);
    expect(counts.keys.length).toBeLessThanOrEqual(MAX_KEYS + 1);
    expect(counts.of('0')).toEqual(NO_COUNT);
    expect(counts.has(FORGOTTEN)).toBe(true);
    expect(counts.summary({ slug: 'a', skip: 0, share: 1 })).toMatchObject({
      ...{ matched: 3 * MAX_KEYS, applied: 3 * MAX_KEYS, remaining: null, completed: false },
    });
  });
});

describe('a pattern', () => {
  test('matches as a regular expression with the same meaning does', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '*', '?', '.'), { maxLength: 8 }).map((parts) => parts.join(''));
    const text = fc.array(fc.constantFrom('a', 'b', '.'), { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (glob, value) => {
        const source = glob.replaceAll('.', '\\.').replaceAll('*', '[^]*').replaceAll('?', '[^]');
        expect(compileGlob(glob)(value)).toBe(new RegExp(`^${source}$`).test(value));
      }),
      runs(300),
    );
  });

  test('of many stars is matched without backtracking, which would never end here', () => {
    expect(compileGlob(`${'*a'.repeat(99)}*b`)('a'.repeat(30_000))).toBe(false);
  });
});
