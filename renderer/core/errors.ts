import { ApiError } from '../../shared/http/errors.ts';

/** What to tell a person of a failure. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  // What `fetch` rejects with when nothing answers.
  if (error instanceof TypeError) return 'Hangar does not answer. What you typed is kept; try again once it is back.';
  return error instanceof Error ? error.message : String(error);
}

/** True for an answer that says the thing does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}
