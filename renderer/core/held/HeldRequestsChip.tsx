import { Link } from 'wouter';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { numberText } from '../../ui/text/shown-text.tsx';
import { useCommands } from '../commands/commands.ts';
import { useHeldRequests, useApi } from '../data/hangar.ts';
import classes from './held.module.css';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import type { Json } from '../../../shared/values/json.ts';
import { notify, useAction } from '../data/action.ts';
import { freeFaultSlug, useFaults } from '../faults/fault-draft.ts';

/** The amber chip of the status bar, `1 held`, which leads to the requests that faults hold. Renders nothing without any. */
export function HeldRequestsChip() {
  const { length } = useHeldRequests().items;
  const hold = useHoldNext();
  useCommands([
    {
      ...{ id: 'hold-next', title: 'Hold the next request', group: 'Lab', keywords: 'pause breakpoint fault' },
      ...{ inMenu: false, run: () => void hold.run() },
    },
  ]);
  if (length === 0) return null;
  return (
    <Link
      className={classes['chip'] ?? ''}
      href="/traffic"
      data-unreal="true"
      title="Requests that faults hold. Their clients wait."
    >
      <StatusShape shape="held" size={12} />
      {numberText(length)} held
    </Link>
  );
}

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
