import { type ReactNode, useRef, useState } from 'react';
import classes from './StableHeight.module.css';

/** Content that may grow above other content. While the pointer is below, it keeps its height and scrolls. */
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
