import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import classes from './VirtualLines.module.css';

/** Methods of the component. */
export interface LinesHandle {
  readonly scrollTo: (index: number) => void;
  readonly scrollToEnd: () => void;
}

interface VirtualLinesProps {
  readonly label: string;
  readonly count: number;
  readonly keyOf: (index: number) => string;
  readonly render: (index: number) => ReactNode;
  readonly handle?: Ref<LinesHandle>;
  /** True for lines that break where the width ends. */
  readonly wraps?: boolean;
  /** Called on scrolling; true at the end. */
  readonly onScroll?: (isAtEnd: boolean) => void;
}

const HEIGHT = 20;

/** Monospaced lines, rendered only in view. Long lines scroll sideways, or wrap. */
export function VirtualLines({ label, count, keyOf, render, handle, wraps = false, onScroll }: VirtualLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    measureElement: (line) => line.getBoundingClientRect().height || HEIGHT,
    overscan: 20,
    initialRect: { width: 600, height: 600 },
  });
  useImperativeHandle(handle, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
    scrollToEnd: () => {
      if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
    },
  }));
  const items = virtualizer.getVirtualItems();
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-wraps={wraps}
      onScroll={({ currentTarget: at }) => onScroll?.(at.scrollHeight - at.scrollTop - at.clientHeight < HEIGHT)}
    >
      <div style={{ height: virtualizer.getTotalSize() }} className={classes['all']}>
        <div style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }} className={classes['window']}>
          {items.map(({ index }) => (
            <div
              key={keyOf(index)}
              ref={wraps ? virtualizer.measureElement : undefined}
              data-index={index}
              className={classes['line']}
            >
              {render(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
