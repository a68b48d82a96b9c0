import { ApiError } from '../../../shared/http/errors.ts';

/** The message of an error, for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  // Thrown by `fetch` when the server does not respond.
  if (error instanceof TypeError) return 'Hangar does not respond. Your input is kept. Try again when it is back.';
  return error instanceof Error ? error.message : String(error);
}

/** True for a 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}
