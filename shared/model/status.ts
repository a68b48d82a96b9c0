/** Run statuses. Source: service API, "States and transitions"; decision `run-cancelled`. */
export const RUN_STATUSES = ['NotStarted', 'Queued', 'Active', 'Succeeded', 'Failed', 'Cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Statuses that a run never leaves. */
export const TERMINAL_RUN_STATUSES: ReadonlySet<RunStatus> = new Set(['Succeeded', 'Failed', 'Cancelled']);

/** Session statuses. Source: decision `session-status`. */
export const SESSION_STATUSES = [
  'Pending',
  'Active',
  'Waiting',
  'Succeeded',
  'Failed',
  'Cancelling',
  'Cancelled',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Statuses that a session never leaves. */
export const TERMINAL_SESSION_STATUSES: ReadonlySet<SessionStatus> = new Set(['Succeeded', 'Failed', 'Cancelled']);

/** True while a prompt waits for an answer (decision `prompt-states`). */
export function isPending(prompt: { readonly submittedAt: unknown; readonly cancelledAt: unknown }): boolean {
  return prompt.submittedAt === null && prompt.cancelledAt === null;
}

/** True while a request for a task waits for its approval. */
export function isPendingRequest(request: { readonly approvedAt: unknown; readonly rejectedAt: unknown }): boolean {
  return request.approvedAt === null && request.rejectedAt === null;
}
