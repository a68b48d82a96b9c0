import { type AnyStatus, STATUS_DISPLAY } from '../../ui/text/status.ts';
import type { CountLink } from '../../ui/lists/CountLinks.tsx';
import type { Api } from './api.ts';
import { COUNT_DELAY, type CountedKind } from './counts.ts';
import { useApi } from './hangar.ts';
import { useQuery } from './query.ts';

/** A list whose rows have a status. */
interface CountedList<Status extends AnyStatus> {
  /** The type of the events that change it. */
  readonly type: CountedKind;
  /** Statuses that people look for first. */
  readonly statuses: readonly Status[];
  readonly countOf: (api: Api, status: Status) => Promise<{ readonly total: number }>;
  readonly hrefOf: (status: Status) => string;
}

/** Links to the rows of some statuses, with their numbers. */
export function useStatusCounts<Status extends AnyStatus>(list: CountedList<Status>): readonly CountLink[] {
  const { type: counted, statuses, countOf, hrefOf } = list;
  const api = useApi();
  const { data } = useQuery(
    `${counted}s by status`,
    () => Promise.all(statuses.map(async (status) => (await countOf(api, status)).total)),
    ({ type }) => type === counted || type === 'reset',
    COUNT_DELAY,
  );
  return statuses.map((status, index) => {
    return { text: STATUS_DISPLAY[status].text, count: data?.[index], href: hrefOf(status) };
  });
}
