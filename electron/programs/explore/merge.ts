import { counterexampleTexts, exploredText, type Counterexample, type ExploreReport } from './result.ts';
import type { Explored } from './found.ts';

/** One report of the parts of a walk, with the totals of the whole. */
export function merged(reports: readonly ExploreReport[]): ExploreReport {
  const explored = reports.map((report) => report.explored).reduce(summed);
  const byKey = new Map<string, Counterexample>();
  for (const each of reports.flatMap(({ counterexamples }) => counterexamples)) {
    const key = JSON.stringify([each.invariant, each.schedule]);
    if (!byKey.has(key)) byKey.set(key, each);
  }
  const counterexamples = [...byKey.values()];
  const baseline = unique(reports.flatMap((report) => report.baseline));
  const invariants = unique(reports.flatMap((report) => report.invariants));
  const holds = counterexamples.length === 0 && baseline.length === 0;
  const isComplete = reports.every(({ complete }) => complete);
  const people = { people: explored.people.total > 0, order: explored.orders.total > 0 };
  const text = [
    ...counterexampleTexts({ counterexamples }),
    ...baseline.map(({ invariant, reason }) => `The client breaks "${invariant}" without any fault: ${reason}.`),
    exploredText(explored, people),
    ...(isComplete || !holds ? [] : ['The budget ended before everything was tried.']),
    ...(holds ? [`Every invariant held: ${invariants.join(' · ')}.`] : []),
  ].join('\n');
  const unsteady = unique(reports.flatMap((report) => report.unsteady));
  return { holds, unsteady, explored, complete: isComplete, invariants, baseline, counterexamples, text };
}

function summed(one: Explored, other: Explored): Explored {
  const sum = (name: 'singles' | 'newCalls' | 'pairs' | 'people' | 'orders'): Explored['singles'] => ({
    tried: one[name].tried + other[name].tried,
    total: one[name].total + other[name].total,
  });
  return {
    schedules: one.schedules + other.schedules,
    calls: Math.max(one.calls, other.calls),
    ...{ singles: sum('singles'), newCalls: sum('newCalls'), pairs: sum('pairs') },
    ...{ people: sum('people'), orders: sum('orders') },
    unmet: one.unmet + other.unmet,
    // The parts run at the same time.
    seconds: Math.max(one.seconds, other.seconds),
  };
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
