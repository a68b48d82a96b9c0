import type { Api } from './api.ts';
import type { Collections } from './hangar.ts';

/** Where the window begins: what is below a place's path, and the query. */
export interface InitialLocation {
  /** `['run0123…', 'output']` for `/runs/run0123…/output`. */
  readonly segments: readonly string[];
  /** The value of a query parameter, '' for none. */
  readonly get: (name: string) => string;
}

/**
 * Asks for the first that a place shows: the answers of `api` are kept for the place's own code, which asks the same again.
 * Gives what was asked.
 */
export type FirstRequests = (
  server: { readonly api: Api; readonly collections: Collections },
  beginning: InitialLocation,
) => readonly Promise<unknown>[];
