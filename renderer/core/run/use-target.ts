import { useRunbooks, useTasks } from '../data/hangar.ts';
import { findByReference } from '../data/find-by-reference.ts';
import type { RunRequest } from './run-dialog-store.ts';

/** The task or runbook to run; undefined while unknown. */
export function useTarget(request: RunRequest | undefined) {
  const { items: tasks } = useTasks();
  const { items: runbooks } = useRunbooks();
  return request?.kind === 'runbook' ? findByReference(runbooks, request.id) : findByReference(tasks, request?.id);
}
