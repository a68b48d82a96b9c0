import { Popover, Stack } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { IconButton } from './IconButton.tsx';
import { moveInMenu } from './menu-keys.ts';
import classes from './MenuPopover.module.css';

const InMenu = createContext(false);

/** True for an action in a menu, where each has its own line. */
export const useIsInMenu = (): boolean => useContext(InMenu);

interface MenuPopoverProps {
  readonly label: string;
  /** Name of the button; the label when absent. */
  readonly name?: string;
  readonly icon: LucideIcon;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Shown in the button's style, beside a filled one. */
  readonly filled?: boolean;
  readonly className?: string | undefined;
  /** The actions, made only while the menu is open. */
  readonly children: () => ReactNode;
}

/** A button that opens a pop-over of actions, one on each line, which arrows, Home, End and letters move among. */
export function MenuPopover({ label, name = label, icon, isOpen, onOpen, filled = false, ...rest }: MenuPopoverProps) {
  const { className = '', children } = rest;
  return (
    <Popover position="bottom-end" trapFocus opened={isOpen} onChange={onOpen}>
      <Popover.Target>
        <IconButton
          icon={icon}
          variant={filled ? 'filled' : 'default'}
          {...(filled ? { color: 'accent' } : {})}
          size={28}
          className={className}
          data-more
          data-filled={filled || undefined}
          label={name}
          title={label}
          onClick={() => onOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={label.replace('…', '')}
        p={4}
        onKeyDown={moveInMenu}
        onClick={(event) => isDone(event) && onOpen(false)}
      >
        <InMenu value={true}>
          <Stack gap={0} className={classes['menu'] ?? ''}>
            {isOpen && children()}
          </Stack>
        </InMenu>
      </Popover.Dropdown>
    </Popover>
  );
}

/** True for a click on a button or link, except a copy button, which shows its result. */
function isDone({ target }: MouseEvent): boolean {
  const pressed = target instanceof Element ? target.closest('button, a') : null;
  return pressed !== null && !pressed.hasAttribute('data-copied');
}
