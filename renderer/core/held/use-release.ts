import type { HeldCounts } from '../../../shared/contract/emulator/release.ts';
import { counted, listed } from '../../ui/text/counted.ts';
import { notify, useAction } from '../data/action.ts';

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
