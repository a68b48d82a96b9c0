const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH = 32;

/** A new API key: `tkn_` and 192 random bits. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return `tkn_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
