import { RUN_STATUSES, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { counted } from '../../ui/counted.ts';
import { useApi } from '../../core/hangar.ts';

const UNFINISHED = RUN_STATUSES.filter((status) => !TERMINAL_RUN_STATUSES.has(status)).join(',');

/** Gives how many runs have not ended, of a task or in an environment. */
export function useUnfinishedRunCount(): (filter: { task: string } | { environment: string }) => Promise<number> {
  const api = useApi();
  return async (filter) => (await api.runs.list({ query: { ...filter, status: UNFINISHED, limit: '1' } })).total;
}

/** Says that so many go on without something, as in `2 runs under way go on without it.`; nothing for none. */
export function unfinishedRunsText(count: number, noun: string, without = 'it'): string[] {
  return count === 0 ? [] : [`${counted(count, noun)} under way ${count === 1 ? 'goes' : 'go'} on without ${without}.`];
}
