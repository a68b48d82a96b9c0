import classes from './KeyCap.module.css';

interface KeyCapProps {
  readonly children: string;
  /** True where the key is the content; false beside a label, where it is hidden from screen readers. */
  readonly readable?: boolean;
  /** True for less weight than the text around it. */
  readonly quiet?: boolean;
}

/** A keyboard key. */
export function KeyCap({ children, readable = false, quiet = readable }: KeyCapProps) {
  return (
    <kbd aria-hidden={!readable} className={classes['key']} data-quiet={quiet}>
      {children}
    </kbd>
  );
}
