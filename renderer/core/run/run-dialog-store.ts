import { createStore } from 'zustand/vanilla';
import type { JsonObject } from '../../../shared/values/json.ts';

/** The task or runbook to run, and the initial values. */
export interface RunRequest {
  readonly kind: 'task' | 'runbook';
  /** The ID or slug. */
  readonly id: string;
  readonly paramValues?: JsonObject;
  /** The slug; the default environment when absent. */
  readonly environment?: string;
  readonly resources?: Readonly<Record<string, string>>;
  /** ID of the run that the new one repeats. */
  readonly repeats?: string;
}

/** The request of the open dialog; undefined while it is closed. */
export const runDialog = createStore<{ request: RunRequest | undefined }>(() => ({ request: undefined }));

/** Opens the dialog that runs a task or runbook. */
export function openRunDialog(request: RunRequest): void {
  runDialog.setState({ request });
}

/** Closes the dialog. Its input is kept. */
export function closeRunDialog(): void {
  runDialog.setState({ request: undefined });
}
