import { ZapIcon } from 'lucide-react';
import classes from './faults.module.css';
import { closeFaults, openFaults, useFaultsPanel } from './faults-panel.ts';
import { FaultsPopover } from './FaultsPopover.tsx';
import { faultsOn, useFaults } from './use-faults.ts';

/** The button of the toolbar that opens the panel of faults; its text says how many are on. */
export function FaultsButton() {
  const count = faultsOn(useFaults());
  const isOpen = useFaultsPanel().at === 'toolbar';
  return (
    <FaultsPopover anchor="toolbar">
      <button
        type="button"
        className={classes['button']}
        data-on={count > 0}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? closeFaults() : openFaults('toolbar'))}
      >
        <ZapIcon size={14} />
        Faults{count > 0 && <b> {count} on</b>}
      </button>
    </FaultsPopover>
  );
}
