import { useMemo } from 'react';
import { type TrafficItem, useAllTraffic } from '../../core/hangar.ts';
import { NoneSelected } from '../../ui/NoneSelected.tsx';
import { runningCount } from './running-count.ts';

/** Shown beside the list while no request is selected: the requests that people look for first. */
export function NoRequestSelected() {
  const { items, loaded } = useAllTraffic();
  const kinds = useMemo(countedKinds, []);
  const links = useMemo(
    () => kinds.map(({ count, ...link }) => ({ ...link, count: loaded ? count(items) : undefined })),
    [kinds, items, loaded],
  );
  return (
    <NoneSelected
      noun="request"
      shows="the request, the response, its attempts and related runs"
      label="Requests by kind"
      links={links}
    />
  );
}

function countedKinds() {
  const kind = (text: string, filter: string, isOne: (row: TrafficItem) => boolean) => {
    return { text, href: `/traffic?q=${encodeURIComponent(filter)}`, count: runningCount(isOne) };
  };
  return [
    kind('Errors', 'is:error', ({ error }) => error !== ''),
    kind('Warnings', 'is:warning', ({ warnings }) => warnings.length > 0),
    kind('Replays', 'is:replay', ({ replayOf }) => replayOf !== ''),
  ];
}
