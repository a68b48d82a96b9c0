import { type RefObject, useEffect, useState } from 'react';

/** Initial width before it is measured, in pixels. */
const USUAL = 600;

/** The width of an element, in whole pixels. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(current.clientWidth) || USUAL));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
