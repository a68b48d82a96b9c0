import { Link } from 'wouter';
import classes from './CountLinks.module.css';

interface CountLinksProps {
  readonly label: string;
  /** `count` is undefined while unknown. */
  readonly links: readonly { readonly text: string; readonly count: number | undefined; readonly href: string }[];
}

/** Links to parts of a list, each with the number of its rows. */
export function CountLinks({ label, links }: CountLinksProps) {
  return (
    <ul className={classes['links']} aria-label={label}>
      {links.map(({ text, count, href }) => (
        <li key={text}>
          <Link href={href}>
            {text} <span className={classes['count']}>{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
