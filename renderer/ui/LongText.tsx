import { useState } from 'react';
import classes from './LongText.module.css';

/** Longer texts take the browser long to lay out, and nobody reads them whole. */
const MAX_LENGTH = 2000;

/** A text whose end is shown on demand when it is very long. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= MAX_LENGTH) return text;
  return (
    <>
      {text.slice(0, MAX_LENGTH)}
      <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
        … {(text.length - MAX_LENGTH).toLocaleString('en')} more characters
      </button>
    </>
  );
}
