import type { TrafficSide } from '../../../shared/contract/emulator/rows.ts';

/** A secret, and the header that holds the signature. */
export interface Signing {
  readonly header: string;
  readonly secret: string;
}

/** The header with the signature of a request's body, with or without `sha256=` as in the original. */
export async function signedHeader(
  request: Pick<TrafficSide, 'headers' | 'body'>,
  { header, secret }: Signing,
): Promise<Record<string, string>> {
  const given = request.headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1] ?? '';
  const digest = await hmacSha256(secret, request.body);
  return { [header]: given.startsWith('sha256=') ? `sha256=${digest}` : digest };
}

/** True when the body of a logged request can be signed: complete, a text, and on a page with Web Crypto. */
export function isSignable({ encoding, truncated }: Pick<TrafficSide, 'encoding' | 'truncated'>): boolean {
  return encoding === 'utf8' && !truncated && canSign();
}

/** The HMAC-SHA256 of a text in UTF-8, as a lowercase hex digest. */
export async function hmacSha256(secret: string, text: string): Promise<string> {
  const bytes = (value: string) => new TextEncoder().encode(value);
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  // Web Crypto rejects an empty key.
  const key = await crypto.subtle.importKey('raw', bytes(secret === '' ? '\0' : secret), usage, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns false on plain HTTP pages of other machines, where browsers disable Web Crypto. */
export function canSign(): boolean {
  return globalThis.isSecureContext;
}
