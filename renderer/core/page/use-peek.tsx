import { type ReactNode, useState } from 'react';
import { Peek } from '../../ui/layout/Peek.tsx';

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
  if (isOpen) return { peek: false, rows: { peeked: '', onPeek: undefined } };
  const peek = peeked !== '' && (
    <Peek href={hrefOf(peeked)} onClose={() => onPeek('')}>
      {show(peeked)}
    </Peek>
  );
  return { peek, rows: { peeked, onPeek } };
}
