import { ZapIcon } from 'lucide-react';
import { counted } from '../../ui/text/counted.ts';
import { useCommands } from '../commands/commands.ts';
import classes from './faults.module.css';
import { closeFaults, openFaults, useFaultsPanel } from './faults-panel.ts';
import { FaultsPopover } from './FaultsPopover.tsx';
import { faultsOn, useFaults } from './use-faults.ts';

/** The amber chip of the status bar, `2 faults on`, which opens the panel of faults. Not shown while none is on. */
export function FaultsChip() {
  const count = faultsOn(useFaults());
  const isOpen = useFaultsPanel().at === 'footer';
  useCommands([
    {
      ...{
        id: 'add-fault',
        title: 'Add fault',
        group: 'Lab',
        keywords: 'error fail rate limit 429 lost',
        inMenu: false,
      },
      run: () => openFaults('footer'),
    },
  ]);
  return (
    <FaultsPopover anchor="footer">
      {count === 0 ? (
        <span className={classes['anchor']} />
      ) : (
        <button
          type="button"
          className={classes['chip']}
          data-unreal="true"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => (isOpen ? closeFaults() : openFaults('footer'))}
        >
          <ZapIcon size={12} />
          {counted(count, 'fault')} on
        </button>
      )}
    </FaultsPopover>
  );
}
