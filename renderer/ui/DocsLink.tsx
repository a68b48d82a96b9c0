import type { ReactNode } from 'react';

/** A link to a page of the documentation, in a tab of its own beside the window; a test finds those that lead nowhere. */
export function DocsLink({ href, children }: { href: `/docs/${string}`; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
