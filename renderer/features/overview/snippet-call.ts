import type { JsonObject } from '../../../shared/values/json.ts';

/** The call that a snippet makes. */
export interface Call {
  readonly url: string;
  readonly apiKey: string;
  readonly slug: string;
  readonly paramValues: JsonObject;
}

/** The header with the API key. */
export const KEY_HEADER = 'X-Service-API-Key';
