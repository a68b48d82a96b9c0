import { CheckIcon, ChevronDownIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MenuPopover, useIsInMenu } from './MenuPopover.tsx';
import classes from './SplitButton.module.css';

interface SplitButtonProps {
  /** The button in front. */
  readonly main: ReactNode;
  /** Name of the button beside it, and of its menu. */
  readonly label: string;
  /** Name of the button while it says that a variant has just been done. */
  readonly done?: string | undefined;
  readonly filled?: boolean;
  /** The variants of the action. */
  readonly children: ReactNode;
}

/** An action and, beside it, a menu with its variants. In a menu, all of them are lines of that menu. */
export function SplitButton({ main, label, done, filled = false, children }: SplitButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (useIsInMenu()) {
    return (
      <>
        {main}
        {children}
      </>
    );
  }
  const icon = done === undefined ? ChevronDownIcon : CheckIcon;
  return (
    <div className={classes['split']}>
      {main}
      <MenuPopover {...{ label, name: done ?? label, icon, filled, isOpen, onOpen: setOpen }}>
        {() => children}
      </MenuPopover>
    </div>
  );
}
