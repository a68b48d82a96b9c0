import { useRunbooks, useTasks } from '../data/hangar.ts';
import { findByReference } from '../data/collection.ts';
import type { RunRequest } from './RunDialog.tsx';
import type { SelectOption } from '../../ui/inputs/Select.tsx';

/** The task or runbook to run; undefined while unknown. */
export function useTarget(request: RunRequest | undefined) {
  const { items: tasks } = useTasks();
  const { items: runbooks } = useRunbooks();
  return request?.kind === 'runbook' ? findByReference(runbooks, request.id) : findByReference(tasks, request?.id);
}

/** A definition as an option of a select: its slug, shown as its name when it has one. */
export function slugOption({ slug, name = '' }: { slug: string; name?: string | undefined }): SelectOption {
  return { value: slug, label: name || slug };
}
