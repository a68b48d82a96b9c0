import { createStore } from 'zustand/vanilla';
import type { JsonObject } from '../../../shared/values/json.ts';

/** What is to be run, and the values to begin with. */
export interface RunRequest {
  readonly kind: 'task' | 'runbook';
  /** ID or slug. */
  readonly id: string;
  readonly paramValues?: JsonObject;
  /** Slug; the default environment when left out. */
  readonly environment?: string;
  readonly resources?: Readonly<Record<string, string>>;
}

/** What the form that runs something is open for; undefined while it is closed. */
export const runDialog = createStore<{ request: RunRequest | undefined }>(() => ({ request: undefined }));

/** Opens the form that runs a task or runbook, wherever one is. */
export function openRunDialog(request: RunRequest): void {
  runDialog.setState({ request });
}

/** Closes the form; what was typed is kept. */
export function closeRunDialog(): void {
  runDialog.setState({ request: undefined });
}
