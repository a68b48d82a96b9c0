import { type ReactNode, useState } from 'react';
import { numberText, stripBidiControls } from './shown-text.tsx';
import classes from './LongText.module.css';

/** Maximum number of characters to show at first, because browsers lay out longer texts slowly. */
const MAX_LENGTH = 2000;

interface LongTextProps {
  readonly text: string;
  /** Renders the visible part; as plain text by default. */
  readonly show?: (part: string) => ReactNode;
}

/** A text that is cut when it is very long, with a button that shows the rest. */
export function LongText({ text: given, show = (part) => part }: LongTextProps) {
  const text = stripBidiControls(given);
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= MAX_LENGTH) return show(text);
  return (
    <>
      {show(text.slice(0, MAX_LENGTH))}
      <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
        … {numberText(text.length - MAX_LENGTH)} more characters
      </button>
    </>
  );
}
