import { useState } from 'react';
import classes from './LongText.module.css';

/** Longer texts take the browser long to lay out, and nobody reads them whole. */
const MOST = 2000;

/** A text whose end is shown on demand when it is very long. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= MOST) return text;
  return (
    <>
      {text.slice(0, MOST)}
      <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
        … {(text.length - MOST).toLocaleString('en')} more characters
      </button>
    </>
  );
}
