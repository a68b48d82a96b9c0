/** Fields that the server adds to a listed rule: its source and counters. */
type StateField = 'source' | 'matched' | 'applied' | 'remaining' | 'completed';

/** A listed rule as a workspace file declares it: without its source and counters. */
export function withoutRuleState<Item extends object>(
  item: Item & Partial<Record<StateField, unknown>>,
): Omit<Item, StateField> {
  const { source, matched, applied, remaining, completed, ...rule } = item;
  return rule;
}
