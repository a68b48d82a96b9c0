import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { focusList } from '../../ui/focus/list-focus.ts';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import classes from '../../ui/layout/ListDetail.module.css';

interface PeekOptions {
  /** True while a row is open, which takes its place. */
  readonly isOpen: boolean;
  /** Address of the page of a row; undefined for a row without one. */
  readonly hrefOf: (id: string) => string | undefined;
  readonly show: (id: string) => ReactNode;
}

/** The look at a row of a list without opening it: false for none, and what the list needs for it. */
export function usePeek({ isOpen, hrefOf, show }: PeekOptions) {
  const [peeked, onPeek] = useState('');
  useEffect(() => {
    // Beside a peek the filters take more lines, which would hide the row.
    if (peeked !== '')
      document.querySelector('[data-rows] [aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [peeked]);
  if (isOpen) return { peek: false, rows: { peeked: '', onPeek: undefined } };
  const peek = peeked !== '' && (
    <Peek href={hrefOf(peeked)} onClose={() => onPeek('')}>
      {show(peeked)}
    </Peek>
  );
  return { peek, rows: { peeked, onPeek } };
}

/** A look at the current row of a list, above the keys that work in the list. */
function Peek(props: {
  readonly href: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { href, onClose, children } = props;
  const close = () => {
    onClose();
    focusList();
  };
  return (
    <>
      <div className={classes['peeked']}>{children}</div>
      <div className={classes['keys']}>
        <span className="grow">
          <KeyCap quiet>J</KeyCap> <KeyCap quiet>K</KeyCap> move
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
