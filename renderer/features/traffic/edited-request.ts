import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { jsonOfText } from '../../../shared/values/json.ts';
import { headerLines } from '../../core/request/header-lines.ts';
import { requestOf, type Secrets } from './request-of-entry.ts';

/** A request as it stands in the editor. */
export interface EditedRequest {
  readonly method: string;
  readonly path: string;
  /** One a line. */
  readonly headers: string;
  readonly body: string;
}

/** The methods to choose from. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** True for a method whose requests may have a body. */
export function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A logged request, ready to be edited: with a key that works, JSON laid out, and a fresh Idempotency-Key where it had one. */
export function editedOf(entry: TrafficEntry, secrets: Secrets): EditedRequest {
  const { method, path, headers, body } = requestOf(entry, secrets);
  const fresh = Object.entries(headers).map(([name, value]): [string, string] =>
    name.toLowerCase() === 'idempotency-key' ? [name, newKey()] : [name, value],
  );
  return { method, path, headers: headerLines(Object.fromEntries(fresh)), body: laidOut(body) };
}

/** Random enough to be unlike any other; `randomUUID` is missing where the page did not come from this machine. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function laidOut(body: string): string {
  const json = jsonOfText(body);
  return json === undefined ? body : JSON.stringify(json, null, 2);
}
