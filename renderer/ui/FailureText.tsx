import { LinkedText, type SourceOf } from './LinkedText.tsx';
import classes from './FailureText.module.css';

/** The failure text below a page's header; a long one scrolls. */
export function FailureText({ text, source }: { text: string; source?: SourceOf | undefined }) {
  return (
    text !== '' && (
      <p className={classes['failure']} role="group" aria-label="Failure" tabIndex={0}>
        ✕ <LinkedText text={text} source={source} />
      </p>
    )
  );
}
