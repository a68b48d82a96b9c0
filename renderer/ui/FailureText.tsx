import classes from './FailureText.module.css';

/** The failure text below a page's header; a long one scrolls. */
export function FailureText({ text }: { text: string }) {
  return (
    text !== '' && (
      <p className={classes['failure']} role="group" aria-label="Failure" tabIndex={0}>
        ✕ {text}
      </p>
    )
  );
}
