import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { DocsLink } from '../../ui/text/shown-text.tsx';
import { EmptyState, ErrorState, LoadingState, StaleNotice } from '../../ui/text/states.tsx';
import type { CollectionState } from './collection.ts';
import { useConnection } from './hangar.ts';
import type { Query } from './queries.ts';

interface QueryViewProps<Data> {
  readonly query: Query<Data>;
  /** Such as `run`. */
  readonly noun: string;
  /** True within a page that has its heading. */
  readonly isPart?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** A query in any state: loading, not found, failed, stale or loaded. Includes a page's heading when there is no data. */
export function QueryView<Data>({ query, noun, isPart = false, children }: QueryViewProps<Data>) {
  const connection = useConnection();
  const { data, error, notFound, reload } = query;
  if (notFound) {
    return (
      <>
        {!isPart && <VisuallyHidden component="h1">{`No such ${noun}`}</VisuallyHidden>}
        <EmptyState title={`This ${noun} does not exist`}>
          It may have been deleted, reset, or <DocsLink href="/docs/data.html">dropped as one of the oldest</DocsLink>.
          Choose another one from the list.
        </EmptyState>
      </>
    );
  }
  if (data === undefined) {
    const failed = `The ${noun} could not be loaded`;
    return (
      <>
        {!isPart && <VisuallyHidden component="h1">{error === '' ? `Loading the ${noun}` : failed}</VisuallyHidden>}
        {error === '' ? (
          <LoadingState label={`Loading the ${noun}…`} />
        ) : (
          <ErrorState title={failed} message={error} onRetry={reload} />
        )}
      </>
    );
  }
  return (
    <>
      {error !== '' && connection === 'open' && <StaleNotice message={error} onRetry={reload} />}
      {children(data)}
    </>
  );
}

interface CollectionViewProps<Item> {
  readonly collection: CollectionState<Item>;
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A collection in any state: loading, failed, stale, empty or loaded. */
export function CollectionView<Item>({ collection, empty, children }: CollectionViewProps<Item>) {
  const connection = useConnection();
  const { items, loaded, error, reload } = collection;
  if (!loaded)
    return error === '' || connection !== 'open' ? <LoadingState /> : <ErrorState message={error} onRetry={reload} />;
  return (
    <>
      {error !== '' && connection === 'open' && <StaleNotice message={error} />}
      {items.length === 0 ? empty : children(items)}
    </>
  );
}
