import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import { useAction } from '../action.ts';
import { useApi } from '../hangar.ts';
import { type AnswerKind, faultOf } from './answer-kinds.ts';

/** A button that makes the next call of an operation meet an answer, and then takes that back. */
export interface Provoking {
  /** True while the next call is to meet the answer. */
  readonly isPlanned: boolean;
  /** The attributes of the button. It stays the same one, which keeps the focus. */
  readonly button: {
    readonly 'aria-label': string;
    readonly title: string;
    readonly disabled: boolean;
    readonly onClick: () => void;
  };
}

/** The button that provokes an answer of a kind; undefined for what no fault gives. */
export function useProvoking(
  operation: Operation,
  kind: AnswerKind,
  faults: readonly FaultItem[],
): Provoking | undefined {
  const api = useApi();
  const fault = faultOf(operation, kind);
  const known = faults.find(({ slug }) => slug === fault?.slug);
  const isPlanned = known !== undefined && !known.completed;
  const press = useAction(async () => {
    // It may be one that was used up before the coverage was started anew.
    if (known !== undefined) await api.faults.remove({ params: { id: known.id } });
    if (fault !== undefined && !isPlanned) await api.faults.create({ body: fault });
  });
  if (fault === undefined) return undefined;
  const provoked = `“${kind.name}” once for ${operation}`;
  return {
    isPlanned,
    button: {
      'aria-label': isPlanned ? `Next call: ${provoked}` : `Provoke ${provoked}`,
      title: isPlanned ? 'The next call gets this answer. Press to take that back.' : `Provoke ${provoked}`,
      disabled: press.busy,
      onClick: () => void press.run(),
    },
  };
}
