import { Button, Popover } from '@mantine/core';
import { XIcon, ZapIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../ui/deferred-code.ts';
import classes from './faults.module.css';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ToneBadge } from '../../ui/text/StatusBadge.tsx';
import { useAction } from '../data/action.ts';
import { useApi } from '../data/hangar.ts';
import {
  closeFaults,
  type FaultsAnchor,
  useFaultsPanel,
  openFaults,
  faultsOn,
  useFaults,
  useSwitchFault,
} from './fault-draft.ts';
import { counted } from '../../ui/text/shown-text.tsx';
import { useCommands } from '../commands/commands.ts';

const FaultsPanel = lazyComponent(() => import('./FaultsPanel.tsx').then((file) => file.FaultsPanel));

interface FaultsPopoverProps {
  readonly anchor: FaultsAnchor;
  /** The anchor of the panel. */
  readonly children: ReactNode;
}

/** The panel of faults, next to its anchor. */
function FaultsPopover({ anchor, children }: FaultsPopoverProps) {
  const { at, draft } = useFaultsPanel();
  return (
    <Popover
      opened={at === anchor}
      onChange={(isOpen) => !isOpen && closeFaults()}
      position={anchor === 'footer' ? 'top-end' : 'bottom-start'}
      radius={10}
      withRoles={false}
      trapFocus
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Faults" className={classes['panel'] ?? ''}>
        <FaultsHead />
        <FaultsPanel draft={draft} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The head of the panel of faults: the number of those on, and the buttons about all of them. */
function FaultsHead() {
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
