import { type ReactNode, useRef, useState } from 'react';

/** Content that may grow above other content. While the pointer is below, it keeps its height and scrolls. */
export function StableHeight({ above, children }: { above: ReactNode; children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  return (
    <>
      <div ref={top} style={{ height, flex: 'none', overflowY: 'auto' }}>
        {above}
      </div>
      <div
        style={{ display: 'contents' }}
        onPointerEnter={() => setHeight(top.current?.offsetHeight)}
        onPointerLeave={() => setHeight(undefined)}
      >
        {children}
      </div>
    </>
  );
}
