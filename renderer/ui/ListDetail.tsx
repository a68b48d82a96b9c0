import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import classes from './ListDetail.module.css';
import { Icon } from './icons/Icon.tsx';
import { PaneDivider } from './PaneDivider.tsx';
import { usePaneWidth } from './use-pane-width.ts';

interface ListDetailProps {
  /** The name of the list, and the heading while nothing is chosen. */
  readonly name: string;
  /** Another heading while nothing is chosen. */
  readonly heading?: string;
  /** The path of the list, for the link back on narrow windows. */
  readonly path: string;
  readonly filters?: ReactNode;
  readonly list: ReactNode;
  /** The chosen item; undefined or false for none. */
  readonly detail: ReactNode;
  /** Shown beside the list while nothing is chosen. */
  readonly placeholder: ReactNode;
  readonly wide?: boolean;
}

/** A list beside the chosen item; only one of them in a narrow window. */
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
  const hasDetail = detail !== undefined && detail !== false;
  const pane = useRef<HTMLElement>(null);
  const [width, setWidth] = usePaneWidth(wide ? 'wide-list' : 'list');
  return (
    <div className={classes['root']} data-detail={hasDetail} data-wide={wide}>
      <section
        ref={pane}
        className={classes['list']}
        style={width === undefined ? {} : { flexBasis: width }}
        aria-label={`List of ${inSentence(name)}`}
      >
        {!hasDetail && <VisuallyHidden component="h1">{heading}</VisuallyHidden>}
        {filters !== undefined && <div className={classes['filters']}>{filters}</div>}
        {list}
      </section>
      <PaneDivider label="Width of the list" pane={pane} width={width} onWidth={setWidth} />
      <div className={classes['detail']}>
        {hasDetail && (
          <Link href={path} className={classes['back'] ?? ''}>
            <Icon name="chevron-left" size={14} /> All {inSentence(name)}
          </Link>
        )}
        {hasDetail ? detail : placeholder}
      </div>
    </div>
  );
}

/** A name within a sentence: `runs`, but `API keys`. */
function inSentence(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.toLowerCase();
}
