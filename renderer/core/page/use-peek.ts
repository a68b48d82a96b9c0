import { useState } from 'react';

/** A look at a row of a list, beside it. */
interface Peeking {
  /** ID of the row; '' for none. */
  readonly peeked: string;
  /** Shows another row; '' closes it. */
  readonly onPeek: (id: string) => void;
}

/** The row that one looks at without opening it. @param isOpen true while a row is open, which takes its place */
export function usePeek(isOpen: boolean): Peeking {
  const [peeked, onPeek] = useState('');
  return { peeked: isOpen ? '' : peeked, onPeek };
}
