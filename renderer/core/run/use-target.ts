import { useRunbooks, useTasks } from '../data.ts';
import { named } from '../named.ts';
import type { RunRequest } from './run-dialog-store.ts';

/** The task or runbook that is to be run; undefined while unknown. */
export function useTarget(request: RunRequest | undefined) {
  const { items: tasks } = useTasks();
  const { items: runbooks } = useRunbooks();
  return request?.kind === 'runbook' ? named(runbooks, request.id) : named(tasks, request?.id);
}
