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
