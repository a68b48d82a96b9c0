import classes from './FailureText.module.css';

/** Why something failed, below a page's header; of a long text the rest is scrolled to. */
export function FailureText({ text }: { text: string }) {
  return (
    text !== '' && (
      <p className={classes['failure']} role="group" aria-label="Failure" tabIndex={0}>
        ✕ {text}
      </p>
    )
  );
}
