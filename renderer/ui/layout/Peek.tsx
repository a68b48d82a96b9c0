import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { focusList } from '../focus/list-focus.ts';
import { KeyCap } from '../text/KeyCap.tsx';
import classes from './ListDetail.module.css';

interface PeekProps {
  /** Path of the page of what it shows; undefined without one. */
  readonly href: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A look at the current row of a list, above the keys that work in the list. */
export function Peek({ href, onClose, children }: PeekProps) {
  const close = () => {
    onClose();
    focusList();
  };
  return (
    <>
      <div className={classes['peeked']}>{children}</div>
      <div className={classes['keys']}>
        <span className="grow">
          <KeyCap>J</KeyCap> <KeyCap>K</KeyCap> move
        </span>
        {href !== undefined && (
          <Button component={Link} href={href} size="compact-sm">
            Open <KeyCap>Enter</KeyCap>
          </Button>
        )}
        <Button size="compact-sm" onClick={close}>
          Close <KeyCap>Space</KeyCap>
        </Button>
      </div>
    </>
  );
}
