import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './authoring.module.css';

export interface ListEndProps {
  readonly icon?: LucideIcon | undefined;
  /** A sentence shown while there are no items. */
  readonly empty?: string | undefined;
  readonly children: ReactNode;
}

/**
 * The end of an edited list: the button that adds an item, and a sentence while there is none. The button stays the same element,
 * since it may have the focus or an open menu.
 */
export function ListEnd({ icon: Icon, empty, children }: ListEndProps) {
  const hasIcon = empty !== undefined && Icon !== undefined;
  return (
    <div className={classes['end']} data-icon={hasIcon}>
      {hasIcon && <Icon size={24} />}
      {empty !== undefined && <p className="quiet">{empty}</p>}
      {children}
    </div>
  );
}
