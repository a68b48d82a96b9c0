import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import type { Json } from '../../../shared/values/json.ts';
import { notify, useAction } from '../data/action.ts';
import { useApi } from '../data/hangar.ts';
import { freeFaultSlug } from '../faults/fault-draft.ts';
import { useFaults } from '../faults/use-faults.ts';

/** Time after which a held request goes on by itself, in seconds of the machine: long enough to look at it. */
const HOLD_SECONDS = 60;

/** The action that holds the next request of a match; of any request without one. */
export function useHoldNext() {
  const api = useApi();
  const taken = useFaults().map(({ slug }) => slug);
  return useAction(async (match: Json = {}) => {
    const slug = freeFaultSlug('hold_next', taken);
    await api.faults.create({
      body: uncheckedFault({ slug, kind: 'hold', seconds: HOLD_SECONDS, times: 1, match }),
    });
    notify(`The next one is held, for ${HOLD_SECONDS} s at most`);
  });
}
