import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { ChevronLeftIcon } from 'lucide-react';
import { type ReactNode, useRef, createContext } from 'react';
import { Link } from 'wouter';
import classes from './ListDetail.module.css';
import { PaneDivider } from './PaneDivider.tsx';
import { usePaneWidth } from './use-pane-width.ts';

interface ListDetailProps {
  /** The name of the list, and the heading while nothing is chosen. */
  readonly name: string;
  /** Another heading while nothing is chosen. */
  readonly heading?: string;
  /** The path of the list, for the link back on narrow windows. */
  readonly path: string;
  /** Tabs above the list, of which it is one. */
  readonly tabs?: ReactNode;
  readonly filters?: ReactNode;
  readonly list: ReactNode;
  /** The chosen item; undefined or false for none. */
  readonly detail: ReactNode;
  /** Shown in the list's place, with the full width, while there is nothing to choose; undefined or false otherwise. */
  readonly empty?: ReactNode;
  /** An item shown while nothing is chosen, where there is room for it beside the list; its title is below the heading. */
  readonly preview?: ReactNode;
  /** Shown beside the list while nothing is chosen and there is no preview. */
  readonly placeholder?: ReactNode;
  /** A look at the current row beside the list, which has the full width otherwise; false while it is closed. */
  readonly peek?: ReactNode;
  readonly wide?: boolean;
}

/** A list beside the chosen item; only one of them in a narrow window. */
export function ListDetail({
  name,
  heading = name,
  path,
  tabs,
  filters,
  list,
  detail,
  empty,
  preview,
  placeholder,
  peek,
  wide = false,
}: ListDetailProps) {
  const [hasDetail, isEmpty] = [isShown(detail), isShown(empty)];
  const isFull = (peek !== undefined || isEmpty) && !hasDetail;
  // Zero in a narrow window, which shows the list alone: a hidden editor would have commands.
  const beside = useElementSize();
  const instead = isShown(preview) ? beside.width > 0 && preview : placeholder;
  const state = { 'data-detail': hasDetail, 'data-wide': wide, 'data-full': isFull };
  const pane = useRef<HTMLElement>(null);
  const [width, setWidth] = usePaneWidth(wide ? 'wide-list' : 'list');
  return (
    <div className={classes['root']}>
      <div className={classes['panes']} {...state}>
        <section
          ref={pane}
          className={classes['list']}
          style={width === undefined || isFull ? {} : { flexBasis: width }}
          aria-label={`List of ${inSentence(name)}`}
        >
          {!hasDetail && <VisuallyHidden component="h1">{heading}</VisuallyHidden>}
          {tabs}
          {/* Mounted anew where the list gets wider because it is empty: nothing moves. */}
          <Filters key={peek === undefined && isFull ? 'full filters' : 'filters'} filters={filters} />
          {empty}
          {list}
        </section>
        {isFull && isShown(peek) && (
          <section className={classes['peek']} aria-label="Peek">
            <TitleLevel value="h2">{peek}</TitleLevel>
          </section>
        )}
        {!isFull && <PaneDivider label="Width of the list" pane={pane} width={width} onWidth={setWidth} />}
        <div ref={beside.ref} className={classes['detail']}>
          {hasDetail && (
            <Link href={path} className={classes['back'] ?? ''}>
              <ChevronLeftIcon size={14} /> All {inSentence(name)}
            </Link>
          )}
          <TitleLevel value={hasDetail ? 'h1' : 'h2'}>{hasDetail ? detail : !isFull && instead}</TitleLevel>
        </div>
      </div>
    </div>
  );
}

function Filters({ filters }: Pick<ListDetailProps, 'filters'>) {
  return isShown(filters) && <div className={classes['filters']}>{filters}</div>;
}

function isShown(part: ReactNode): boolean {
  return part !== undefined && part !== false;
}

/** A name within a sentence: `runs`, but `API keys`. */
function inSentence(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.toLowerCase();
}

/** The heading level of an item's title: `h2` for one shown below the heading of its list. */
export const TitleLevel = createContext<'h1' | 'h2'>('h1');
