import { COUNT, COUNT_DELAY, type CountedKind } from './counts.ts';
import { useApi } from './hangar.ts';
import { useQuery } from './query.ts';

/** The number of all rows of a list; undefined while it is unknown or not needed. */
export function useTotal(kind: CountedKind, isNeeded: boolean): number | undefined {
  const api = useApi();
  const { data } = useQuery(
    `number of ${kind}s ${String(isNeeded)}`,
    async () => (isNeeded ? (await COUNT[kind](api, {})).total : undefined),
    ({ type }) => isNeeded && (type === kind || type === 'reset'),
    COUNT_DELAY,
  );
  return data;
}
