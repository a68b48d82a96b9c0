import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { DocsLink } from '../ui/DocsLink.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Error boundary of a page; navigating to another page resets it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary key={path.split('/')[1] ?? ''}>{children}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <>
        <PageHeader title="Page failed" />
        <EmptyState
          title="Unexpected error"
          action={<Button onClick={() => this.setState({ error: undefined })}>Try again</Button>}
        >
          {error.message} <DocsLink href="/docs/troubleshooting.html">Troubleshooting</DocsLink>
        </EmptyState>
      </>
    );
  }
}
