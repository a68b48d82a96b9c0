import { useState } from 'react';
import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import { useAction } from '../data/action.ts';
import { useApi, type TrafficItem, useTraffic } from '../data/hangar.ts';
import { type AnswerKind, faultOf } from './answer-kinds.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import { faultSentence } from '../../../shared/model/fault-sentence.ts';
import { type FaultDraft, freeFaultSlug, useFaults } from '../faults/fault-draft.ts';

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

/** A fault that a button adds, and what met it. */
export interface Provocation {
  /** The fault in words; '' until it is added. */
  readonly sentence: string;
  /** The latest request that met the fault. */
  readonly met: TrafficItem | undefined;
  readonly isBusy: boolean;
  /** Adds the fault, with an unused slug. */
  readonly provoke: (draft: FaultDraft) => void;
}

/** A fault that a button adds for a client, to see what it does then. */
export function useProvocation(base: string): Provocation {
  const api = useApi();
  const { items } = useTraffic();
  const faults = useFaults();
  const [planned, setPlanned] = useState<{ readonly slug: string; readonly after: string | undefined }>();
  const add = useAction(async (draft: FaultDraft) => {
    const taken = faults.map(({ slug }) => slug);
    const [slug, after] = [freeFaultSlug(base, taken), items[0]?.id];
    await api.faults.create({ body: uncheckedFault({ times: 1, ...draft, slug }) });
    setPlanned({ slug, after });
  });
  const fault = faults.find(({ slug }) => slug === planned?.slug);
  const before = items.findIndex(({ id }) => id === planned?.after);
  const since = before < 0 ? items : items.slice(0, before);
  return {
    sentence: fault === undefined ? '' : sentenceOf(fault),
    met: planned && since.find((row) => row.fault?.slug.split(/,\s*/).includes(planned.slug)),
    isBusy: add.busy,
    provoke: (draft) => void add.run(draft),
  };
}

function sentenceOf(fault: FaultItem): string {
  const { subject, effect } = faultSentence(fault);
  return `${subject}: ${effect}.`;
}
