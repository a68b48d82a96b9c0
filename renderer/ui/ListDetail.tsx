import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './ListDetail.module.css';

interface ListDetailProps {
  /** The place's name: names the list, and is the heading while nothing is chosen. */
  readonly name: string;
  /** The heading while nothing is chosen, where that is not the list's name. */
  readonly heading?: string;
  /** Where the list stands alone; leads back when there is room for one of both only. */
  readonly path: string;
  readonly filters?: ReactNode;
  readonly list: ReactNode;
  /** What was chosen; undefined while nothing is. */
  readonly detail: ReactNode;
  /** Shown beside the list while nothing is chosen. */
  readonly placeholder: ReactNode;
  readonly wide?: boolean;
}

/** A list beside what was chosen from it; one of both where there is no room for two. */
export function ListDetail({
  name,
  heading = name,
  path,
  filters,
  list,
  detail,
  placeholder,
  wide = false,
}: ListDetailProps) {
  const hasDetail = detail !== undefined && detail !== null;
  return (
    <div className={classes['root']} data-detail={hasDetail} data-wide={wide}>
      <section className={classes['list']} aria-label={`List of ${inSentence(name)}`}>
        {!hasDetail && <VisuallyHidden component="h1">{heading}</VisuallyHidden>}
        {filters !== undefined && <div className={classes['filters']}>{filters}</div>}
        {list}
      </section>
      <div className={classes['detail']}>
        {hasDetail && (
          <Link href={path} className={classes['back'] ?? ''}>
            ← All {inSentence(name)}
          </Link>
        )}
        {hasDetail ? detail : placeholder}
      </div>
    </div>
  );
}

/** A name as it stands in the middle of a sentence: `runs`, but `API keys`. */
function inSentence(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.toLowerCase();
}
