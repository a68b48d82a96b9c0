import { ActionIcon, Popover, Stack } from '@mantine/core';
import { Children, createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react';
import classes from './ActionBar.module.css';
import { Icon } from './icons/Icon.tsx';
import { useActionRoom } from './use-action-room.ts';

const InMenu = createContext(false);

/** True for an action in the menu of an `ActionBar`, where each has its own line. */
export const useIsInMenu = (): boolean => useContext(InMenu);

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
        <Popover position="bottom-end" trapFocus opened={isOpen} onChange={setOpen}>
          <Popover.Target>
            <ActionIcon
              variant="default"
              size={28}
              className={classes['more'] ?? ''}
              data-more
              aria-label="More actions"
              title="More actions"
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="ellipsis" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label="More actions" p={4} onClick={(event) => isDone(event) && setOpen(false)}>
            <InMenu value={true}>
              <Stack gap={0} className={classes['menu'] ?? ''}>
                {isOpen && actions.slice(0, hidden)}
              </Stack>
            </InMenu>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

/** True for a click on a button or link, except a copy button, which shows its result. */
function isDone({ target }: MouseEvent): boolean {
  const pressed = target instanceof Element ? target.closest('button, a') : null;
  return pressed !== null && !pressed.hasAttribute('data-copied');
}
