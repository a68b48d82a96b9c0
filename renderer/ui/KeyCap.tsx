import classes from './KeyCap.module.css';

/** The key that does what its button does: beside the button's name, but no part of it. */
export function KeyCap({ children }: { children: string }) {
  return (
    <kbd aria-hidden className={classes['key']}>
      {children}
    </kbd>
  );
}
