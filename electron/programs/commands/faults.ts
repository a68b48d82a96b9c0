import type { FaultItem } from '../../../shared/contract/emulator/rules.ts';
import { faultSentence } from '../../../shared/model/fault-sentence.ts';
import type { Handler } from './command.ts';

/** Lists the faults with their counters. */
export const faults: Handler = async ({ out, hangar }) => {
  const { api } = await hangar();
  const list = await api.faults.list();
  out.table(list, {
    head: ['fault', 'state', 'applied', 'requests', 'effect'],
    rows: list.items.map((fault) => {
      const { subject, effect } = faultSentence(fault);
      return [fault.slug, stateOf(fault), `${fault.applied} of ${fault.matched}`, subject, effect];
    }),
    none: 'There are no faults; hangar fault add makes one.',
  });
};

function stateOf({ enabled, completed, source }: FaultItem): string {
  return `${enabled ? (completed ? 'used up' : 'on') : 'off'}, ${source === 'workspace' ? 'kept' : 'for now'}`;
}
