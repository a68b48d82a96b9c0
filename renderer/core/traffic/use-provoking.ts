import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import { useAction } from '../data/action.ts';
import { useApi } from '../data/hangar.ts';
import { type AnswerKind, faultOf } from './answer-kinds.ts';

/** A toggle button that makes the next call of an operation get an answer of a kind. */
interface Provoking {
  /** True while the next call will get the answer. */
  readonly isPlanned: boolean;
  /** The attributes of the button, which stays mounted to keep the focus. */
  readonly button: {
    readonly 'aria-label': string;
    readonly title: string;
    readonly disabled: boolean;
    readonly onClick: () => void;
  };
}

/** The button that provokes an answer of a kind; undefined when no fault causes it. */
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
    // It may be a used-up one from before the coverage was reset.
    if (known !== undefined) await api.faults.remove({ params: { id: known.id } });
    if (fault !== undefined && !isPlanned) await api.faults.create({ body: fault });
  });
  if (fault === undefined) return undefined;
  const provoked = `“${kind.name}” once for ${operation}`;
  return {
    isPlanned,
    button: {
      'aria-label': isPlanned ? `Next call: ${provoked}` : `Provoke ${provoked}`,
      title: isPlanned ? 'The next call gets this answer. Press to cancel.' : `Provoke ${provoked}`,
      disabled: press.busy,
      onClick: () => void press.run(),
    },
  };
}
