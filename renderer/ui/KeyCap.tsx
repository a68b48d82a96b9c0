import classes from './KeyCap.module.css';

interface KeyCapProps {
  readonly children: string;
  /** True where the key is what one reads; else it stands beside a button's name, and is no part of it. */
  readonly readable?: boolean;
  /** True for less weight than the text around it. */
  readonly quiet?: boolean;
}

/** The key or keys that do something. */
export function KeyCap({ children, readable = false, quiet = readable }: KeyCapProps) {
  return (
    <kbd aria-hidden={!readable} className={classes['key']} data-quiet={quiet}>
      {children}
    </kbd>
  );
}
