import { EllipsisIcon } from 'lucide-react';
import { Children, type ReactNode, useState } from 'react';
import classes from './ActionBar.module.css';
import { MenuPopover } from './MenuPopover.tsx';
import { useActionRoom } from './use-action-room.ts';

/**
 * Actions in one row, the most important last. The first ones move to a menu when there is no room. Each child is one element.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  const actions = Children.toArray(children);
  const [isOpen, setOpen] = useState(false);
  const { bar, hidden, least } = useActionRoom({ isFrozen: isOpen });
  return (
    <div ref={bar} className={classes['bar']} style={{ minWidth: least }}>
      {isOpen ? actions.slice(hidden) : actions}
      {hidden > 0 && (
        <MenuPopover
          label="More actions"
          icon={EllipsisIcon}
          className={classes['more']}
          {...{ isOpen, onOpen: setOpen }}
        >
          {() => actions.slice(0, hidden)}
        </MenuPopover>
      )}
    </div>
  );
}
