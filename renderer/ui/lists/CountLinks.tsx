import { Link } from 'wouter';
import { numberText } from '../text/counted.ts';
import classes from './CountLinks.module.css';

/** A link to a part of a list. */
export interface CountLink {
  readonly text: string;
  /** Number of its rows; undefined while unknown. */
  readonly count: number | undefined;
  readonly href: string;
}

interface CountLinksProps {
  readonly label: string;
  readonly links: readonly CountLink[];
}

/** Links to parts of a list, each with the number of its rows. */
export function CountLinks({ label, links }: CountLinksProps) {
  return (
    <ul className={classes['links']} aria-label={label}>
      {links.map(({ text, count, href }) => (
        <li key={text}>
          <Link href={href}>
            {text} <span className={classes['count']}>{count !== undefined && numberText(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
