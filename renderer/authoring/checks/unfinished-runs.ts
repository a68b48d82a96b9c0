import { RUN_STATUSES, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { counted } from '../../ui/text/shown-text.ts';
import { useApi } from '../../core/data/hangar.ts';

const UNFINISHED = RUN_STATUSES.filter((status) => !TERMINAL_RUN_STATUSES.has(status)).join(',');

/** Returns a function that counts the unfinished runs of a task or an environment. */
export function useUnfinishedRunCount(): (filter: { task: string } | { environment: string }) => Promise<number> {
  const api = useApi();
  return async (filter) => (await api.runs.list({ query: { ...filter, status: UNFINISHED, limit: '1' } })).total;
}

/** A sentence such as `2 unfinished runs continue without it.`; empty for none. */
export function unfinishedRunsText(count: number, noun: string, without = 'it'): string[] {
  return count === 0
    ? []
    : [`${counted(count, `unfinished ${noun}`)} ${count === 1 ? 'continues' : 'continue'} without ${without}.`];
}
