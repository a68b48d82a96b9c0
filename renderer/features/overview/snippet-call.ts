import type { JsonObject } from '../../../shared/values/json.ts';

/** What a snippet calls. */
export interface Call {
  readonly url: string;
  readonly apiKey: string;
  readonly slug: string;
  readonly paramValues: JsonObject;
}

/** The header that the key of a snippet stands in. */
export const KEY_HEADER = 'X-Service-API-Key';
