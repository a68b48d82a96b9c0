/** The HMAC with SHA-256 of a text's UTF-8 bytes, as a lowercase hex digest. */
export async function hmacSha256(secret: string, text: string): Promise<string> {
  const bytes = (value: string) => new TextEncoder().encode(value);
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  // An empty secret is no key.
  const key = await crypto.subtle.importKey('raw', bytes(secret === '' ? '\0' : secret), usage, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** False where the browser signs nothing: on pages that came over plain HTTP from another machine. */
export function canSign(): boolean {
  return globalThis.isSecureContext;
}
