import { Popover } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { FaultsHead } from './FaultsHead.tsx';
import classes from './faults.module.css';
import { closeFaults, type FaultsAnchor, useFaultsPanel } from './faults-panel.ts';

const FaultsPanel = lazyComponent(() => import('./FaultsPanel.tsx').then((file) => file.FaultsPanel));

interface FaultsPopoverProps {
  readonly anchor: FaultsAnchor;
  /** The element beside which the panel opens. */
  readonly children: ReactNode;
}

/** The panel of faults, beside the element that opens it. */
export function FaultsPopover({ anchor, children }: FaultsPopoverProps) {
  const { at, draft } = useFaultsPanel();
  return (
    <Popover
      opened={at === anchor}
      onChange={(isOpen) => !isOpen && closeFaults()}
      position={anchor === 'footer' ? 'top-end' : 'bottom-start'}
      shadow="md"
      radius={10}
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Faults" className={classes['panel'] ?? ''}>
        <FaultsHead />
        <Suspense>
          <FaultsPanel draft={draft} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
