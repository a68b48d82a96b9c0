import type { TrafficSide } from '../../../shared/contract/emulator/rows.ts';
import { canSign, hmacSha256 } from './hmac.ts';

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
