import { Button } from '@mantine/core';
import { XIcon } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useAction } from '../action.ts';
import { useApi } from '../hangar.ts';
import classes from './faults.module.css';
import { closeFaults } from './faults-panel.ts';
import { faultsOn, useFaults } from './use-faults.ts';
import { useSwitchFault } from './use-switch-fault.ts';

/** The head of the panel of faults: the number of those on, and the buttons about all of them. */
export function FaultsHead() {
  const faults = useFaults();
  const api = useApi();
  const count = faultsOn(faults);
  const switchFault = useSwitchFault();
  const allOff = useAction(async () => {
    for (const fault of faults.filter(({ enabled }) => enabled)) await switchFault(fault, false);
  });
  const restart = useAction(() => api.faults.restart());
  return (
    <div className={classes['head']}>
      <h2>Faults</h2>
      {count > 0 && <ToneBadge tone="wait">{count} on</ToneBadge>}
      <span className="grow" />
      {faults.some(({ matched }) => matched > 0) && (
        <Button size="compact-sm" variant="subtle" onClick={() => void restart.run()}>
          Restart counters
        </Button>
      )}
      {faults.some(({ enabled }) => enabled) && (
        <Button size="compact-sm" variant="subtle" onClick={() => void allOff.run()}>
          Turn all off
        </Button>
      )}
      <IconButton icon={XIcon} label="Close" onClick={closeFaults} />
    </div>
  );
}
