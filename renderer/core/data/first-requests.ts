import type { Api } from './api.ts';
import type { Collections } from './hangar.ts';

/** The location that the window opens with. */
export interface InitialLocation {
  /** The path below the page, such as `['run0123…', 'output']` for `/runs/run0123…/output`. */
  readonly segments: readonly string[];
  /** The value of a query parameter; '' for none. */
  readonly get: (name: string) => string;
}

/**
 * Sends the first requests of a page, whose responses are cached until the page sends the same requests. Returns the requests.
 */
export type FirstRequests = (
  server: { readonly api: Api; readonly collections: Collections },
  beginning: InitialLocation,
) => readonly Promise<unknown>[];
