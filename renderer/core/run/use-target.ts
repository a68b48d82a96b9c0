import { useRunbooks, useTasks } from '../data.ts';
import type { RunRequest } from './run-dialog-store.ts';

/** The task or runbook that is to be run; undefined while unknown. */
export function useTarget(request: RunRequest | undefined) {
  const tasks = useTasks();
  const runbooks = useRunbooks();
  const { items } = request?.kind === 'runbook' ? runbooks : tasks;
  return items.find(({ id, slug }) => id === request?.id || slug === request?.id);
}
