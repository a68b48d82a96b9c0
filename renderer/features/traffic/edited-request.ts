import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { jsonOfText } from '../../../shared/values/json.ts';
import { headerLines } from '../../core/request/request-fields.tsx';
import { requestOf, type Secrets } from './request-of-entry.ts';

/** A request in the editor. */
export interface EditedRequest {
  readonly method: string;
  readonly path: string;
  /** One header per line. */
  readonly headers: string;
  readonly body: string;
}

/** Selectable methods. */
export const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Returns true for a method that allows a body. */
export function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A logged request to edit: with a valid API key, formatted JSON, and a new Idempotency-Key if it had one. */
export function editedOf(entry: TrafficEntry, secrets: Secrets): EditedRequest {
  const { method, path, headers, body } = requestOf(entry, secrets);
  const renewed = Object.entries(headers).map(([name, value]): [string, string] =>
    name.toLowerCase() === 'idempotency-key' ? [name, newKey()] : [name, value],
  );
  return { method, path, headers: headerLines(Object.fromEntries(renewed)), body: formatted(body) };
}

/** A random 128-bit key. `crypto.randomUUID` is missing on plain HTTP pages of other machines. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function formatted(body: string): string {
  const json = jsonOfText(body);
  return json === undefined ? body : JSON.stringify(json, null, 2);
}
