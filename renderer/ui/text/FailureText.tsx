import type { ReactNode } from 'react';
import { StatusShape } from '../icons/StatusShape.tsx';
import { LinkedText } from './shown-text.tsx';
import classes from './FailureText.module.css';

interface FailureTextProps {
  readonly text: string;
  /** Shown instead of the text. */
  readonly children?: ReactNode;
}

/** The failure text below a page's header; a long one scrolls. */
export function FailureText({ text, children }: FailureTextProps) {
  return (
    text !== '' && (
      <div className={classes['failure']} role="group" aria-label="Failure" tabIndex={0}>
        <span className={classes['shape']}>
          <StatusShape shape="bad" />
        </span>
        <p className={classes['text']}>{children ?? <LinkedText text={text} />}</p>
      </div>
    )
  );
}
