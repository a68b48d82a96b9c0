import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

/** Something that React shows in the document. */
interface Rendered {
  /** Shows something else in its place, at once. */
  readonly rerender: (content: ReactNode) => void;
  readonly unmount: () => void;
}

/** Shows something in the document, at once. */
export function render(content: ReactNode): Rendered {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const rerender = (next: ReactNode) => flushSync(() => root.render(next));
  rerender(content);
  return {
    rerender,
    unmount: () => {
      root.unmount();
      container.remove();
    },
  };
}
