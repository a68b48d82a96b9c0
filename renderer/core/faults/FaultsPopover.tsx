import { Popover } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { FaultsHead } from './FaultsHead.tsx';
import classes from './faults.module.css';
import { closeFaults, type FaultsAnchor, useFaultsPanel } from './faults-panel.ts';

const FaultsPanel = lazyComponent(() => import('./FaultsPanel.tsx').then((file) => file.FaultsPanel));

interface FaultsPopoverProps {
  readonly anchor: FaultsAnchor;
  /** The anchor of the panel. */
  readonly children: ReactNode;
}

/** Limits the height of the panel to the available room. */
function limitHeight({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) {
  elements.floating.style.maxHeight = `${Math.floor(availableHeight) - 8}px`;
}

/** The panel of faults, next to its anchor. */
export function FaultsPopover({ anchor, children }: FaultsPopoverProps) {
  const { at, draft } = useFaultsPanel();
  return (
    <Popover
      opened={at === anchor}
      onChange={(isOpen) => !isOpen && closeFaults()}
      position={anchor === 'footer' ? 'top-end' : 'bottom-start'}
      radius={10}
      withRoles={false}
      // As high as the available room; the rest scrolls.
      middlewares={{ shift: true, flip: true, size: { apply: limitHeight } }}
      trapFocus
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
