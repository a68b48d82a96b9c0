import { type ReactNode, useRef, useState } from 'react';
import classes from './StableHeight.module.css';

/** What may grow by itself above something else: while that is pointed at, it keeps its height and scrolls instead. */
export function StableHeight({ above, children }: { above: ReactNode; children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  return (
    <>
      <div ref={top} className={classes['above']} style={{ height }}>
        {above}
      </div>
      <div
        className={classes['below']}
        onPointerEnter={() => setHeight(top.current?.offsetHeight)}
        onPointerLeave={() => setHeight(undefined)}
      >
        {children}
      </div>
    </>
  );
}
