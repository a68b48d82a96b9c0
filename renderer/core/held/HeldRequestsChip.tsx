import { Link } from 'wouter';
import { StatusShape } from '../../ui/icons/StatusShape.tsx';
import { numberText } from '../../ui/text/counted.ts';
import { useCommands } from '../commands/commands.ts';
import { useHeldRequests } from '../data/hangar.ts';
import classes from './held.module.css';
import { useHoldNext } from './use-hold-next.ts';

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
