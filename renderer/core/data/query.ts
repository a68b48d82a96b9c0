import type { EmulatorEvent } from '../../../shared/contract/emulator/events.ts';
import { useLive } from './hangar.ts';
import type { Query } from './queries.ts';

/** A response that is loaded when `key` changes and soon after an event that `concerns` it. */
export function useLiveQuery<Data>(
  key: string,
  load: () => Promise<Data>,
  concerns?: (event: EmulatorEvent) => boolean,
  interval?: number,
): Query<Data> {
  return useLive({
    key,
    load,
    ...(concerns === undefined ? {} : { concerns }),
    ...(interval === undefined ? {} : { interval }),
  });
}
