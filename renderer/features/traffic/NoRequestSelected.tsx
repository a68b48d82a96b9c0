import { useMemo } from 'react';
import { useAllTraffic } from '../../core/hangar.ts';
import { CountLinks } from '../../ui/CountLinks.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown beside the list while no request is selected: the requests that people look for first. */
export function NoRequestSelected() {
  const { items } = useAllTraffic();
  const links = useMemo(() => {
    const count = (matches: (row: (typeof items)[number]) => boolean) => items.filter(matches).length;
    return [
      { text: 'Errors', count: count(({ error }) => error !== ''), href: '/traffic?q=is%3Aerror' },
      { text: 'Warnings', count: count(({ warnings }) => warnings.length > 0), href: '/traffic?q=is%3Awarning' },
      { text: 'Replays', count: count(({ replayOf }) => replayOf !== ''), href: '/traffic?q=is%3Areplay' },
    ];
  }, [items]);
  return (
    <EmptyState title="Select a request" action={<CountLinks label="Requests by kind" links={links} />}>
      Shows the request, the response, its attempts and related runs. J and K move in the list, Enter opens.
    </EmptyState>
  );
}
