import { useRef } from 'react';
import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { counted, listed } from '../../ui/counted.ts';
import { notify, useAction } from '../action.ts';
import { COUNT_DELAY } from '../counts.ts';
import { useApi } from '../hangar.ts';
import { useQuery } from '../query.ts';

/** Numbers of held items; undefined while unknown. */
export function useHeld(): HeldCounts | undefined {
  const api = useApi();
  const isAny = useRef(false);
  // Only an import or a restore, which are resets, lets it begin.
  const { data } = useQuery(
    'held',
    () => api.held.count(),
    ({ type }) => type === 'reset' || (isAny.current && ['run', 'session', 'request'].includes(type)),
    COUNT_DELAY,
  );
  isAny.current = data !== undefined && heldNumber(data) > 0;
  return data;
}

/** Number of held runs, sessions and requests. */
export function heldNumber({ runs, sessions, requests }: HeldCounts): number {
  return runs + sessions + requests;
}

/** The action that releases items, and tells what it released. */
export function useRelease(release: () => Promise<HeldCounts>) {
  return useAction(async () => {
    const { runs, sessions, requests } = await release();
    const released = [
      [runs, 'run'],
      [sessions, 'session'],
      [requests, 'request'],
    ] as const;
    const found = released.filter(([n]) => n > 0).map(([n, noun]) => counted(n, noun));
    notify(found.length === 0 ? 'Nothing was held' : `Released ${listed(found)}`);
  });
}
