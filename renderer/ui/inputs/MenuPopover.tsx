import { Button, Popover, Stack } from '@mantine/core';
import { type LucideIcon, FilterIcon } from 'lucide-react';
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './MenuPopover.module.css';

const InMenu = createContext(false);

/** True for an action in a menu, where each has its own line. */
export const useIsInMenu = (): boolean => useContext(InMenu);

interface MenuPopoverProps {
  readonly label: string;
  /** Name of the button; the label when absent. */
  readonly name?: string;
  readonly icon: LucideIcon;
  /** True for a button with its label before the icon. */
  readonly labelled?: boolean;
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
  const { className = '', labelled = false, children } = rest;
  const Icon = icon;
  return (
    <Popover position="bottom-end" trapFocus opened={isOpen} onChange={onOpen}>
      <Popover.Target>
        {labelled ? (
          <Button rightSection={<Icon size={14} />} onClick={() => onOpen(!isOpen)}>
            {name}
          </Button>
        ) : (
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
        )}
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

/** The used part of a keyboard event within a pop-over. */
interface MenuKeyEvent {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly currentTarget: HTMLElement;
  readonly isDefaultPrevented: () => boolean;
  readonly preventDefault: () => void;
}

/** The index that a key leads to among named actions: arrows and letters go round, Home and End to the ends. */
export function nextAction(key: string, at: number, names: readonly string[]): number | undefined {
  const count = names.length;
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length > 1 || key === ' ') return undefined;
  const turned = names.map((_, index) => (at + 1 + index) % count);
  return turned.find((index) => names[index]?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** Moves the focus among the actions of a menu or pop-over. Keys that it does not know keep their meaning. */
function moveInMenu(event: MenuKeyEvent): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (event.isDefaultPrevented() || ctrlKey || metaKey || altKey) return;
  const actions = [...currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')];
  const at = actions.findIndex((action) => action === document.activeElement);
  const next = nextAction(
    key,
    at,
    actions.map(({ textContent }) => textContent),
  );
  if (next === undefined) return;
  event.preventDefault();
  actions[next]?.focus();
}

interface FilterPopoverProps {
  /** Number of active filters. */
  readonly active: number;
  readonly children: ReactNode;
}

/** A button that opens the filters that are rarely used and shows how many are active. */
export function FilterPopover({ active, children }: FilterPopoverProps) {
  const name = active > 0 ? `More filters: ${active} active` : 'More filters';
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          px={7}
          color={active > 0 ? 'accent' : 'gray'}
          variant={active > 0 ? 'light' : 'subtle'}
          aria-label={name}
          title={name}
        >
          <FilterIcon size={14} />
          {active > 0 && <span style={{ marginInlineStart: 6 }}>{active}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
        <Stack gap="xs" w={260}>
          {children}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
