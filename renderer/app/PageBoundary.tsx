import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Keeps a fault of one page from taking the window away; going elsewhere clears it. */
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
        <PageHeader title="This page failed" />
        <EmptyState
          title="A fault of Hangar itself"
          action={<Button onClick={() => this.setState({ error: undefined })}>Show the page again</Button>}
        >
          {error.message}
        </EmptyState>
      </>
    );
  }
}
