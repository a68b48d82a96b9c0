import type { ReactNode } from 'react';

/** A link to a page of the documentation, in a new tab. A test checks that its target exists. */
export function DocsLink({ href, children }: { href: `/docs/${string}`; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
