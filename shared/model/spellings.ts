import { BASE64_DIGITS } from '../values/base64.ts';
import type { Word } from '../values/text-matcher.ts';

/** Minimum length of a masked secret: masking the password "a" would black out every word, and so reveal it. */
export const SHORTEST_SECRET = 4;

/**
 * Number of digits of an encoded secret to search for. They identify the secret; the rest of its length is replaced with them.
 */
const ENCODED = 24;

/**
 * Lists the texts that reveal a secret: itself, its lines (a key of several lines is logged line by line), the part after a
 * scheme (`Bearer …`), the password of a URL, and the spelling of each in JSON, in a URL, in Base64 at any offset, and in
 * hexadecimal digits. Omits texts of fewer than four characters.
 */
export function spellingsOf(secret: string): Word[] {
  const plain = plainTextsOf(secret).filter((text) => text.trim().length >= SHORTEST_SECRET);
  const written = plain.flatMap((text) => [...inJson(text), ...inUrl(text)]);
  const spellings = [...plain, ...written].map((text) => ({ text, length: text.length }));
  return [...spellings, ...plain.flatMap(encoded)].filter(({ text }) => text.length >= SHORTEST_SECRET);
}

function plainTextsOf(secret: string): string[] {
  const bare = /^(?:Basic|Bearer|Token)\s+(\S.*)$/i.exec(secret)?.[1];
  const password = passwordInUrl(secret);
  const parts = [secret, bare, password, password && decodedUrl(password)].filter((part) => part !== undefined);
  const lines = parts.flatMap((text) => text.split(/\r\n|[\r\n]/));
  return [...new Set([...lines.map((line) => line.trim()), ...(lines.length > parts.length ? [secret] : [])])];
}

/** The password of a URL such as `postgres://user:password@host`, still encoded. */
export function passwordInUrl(text: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:([^/?#\s]+)@/i.exec(text)?.[1];
}

/** A text with URL escapes decoded; `undefined` when they are invalid. */
export function decodedUrl(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A text in JSON, in JSON within JSON, with escaped slashes, and in ASCII only. */
function inJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const ascii = once.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [once, twice, once.replaceAll('/', '\\/'), ascii];
}

/** A text in a URL, with lower-case escapes too, and in a form. */
function inUrl(text: string): string[] {
  // Half a surrogate pair cannot be written in a URL.
  if (/\p{Surrogate}/u.test(text)) return [];
  const url = encodeURIComponent(text);
  const strict = url.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const all = [url, strict, strict.replaceAll('%20', '+')];
  return [...all, ...all.map((each) => each.replace(/%../g, (escape) => escape.toLowerCase()))];
}

/** A text as bytes in Latin-1, in Base64 and in hexadecimal digits. */
function encoded(text: string): Word[] {
  const bytes = utf8Of(text);
  const binary = String.fromCharCode(...bytes.slice(0, 4 * ENCODED));
  const hex = bytes
    .slice(0, ENCODED / 2)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const digits = { length: bytes.length * 2 };
  return [
    ...(/[^\x00-\x7f]/.test(text) ? [{ text: binary, length: bytes.length }] : []),
    { text: hex, ...digits },
    { text: hex.toUpperCase(), ...digits },
    ...[0, 1, 2].flatMap((before) => inBase64(bytes, before)),
  ];
}

/**
 * The Base64 digits that depend on the bytes alone, in both alphabets. @param before number of preceding bytes, modulo 3
 */
function inBase64(bytes: readonly number[], before: number): Word[] {
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  let text = '';
  for (let digit = from; digit < Math.min(to, from + ENCODED); digit++) {
    const bit = digit * 6 - before * 8;
    const pair = ((bytes[Math.floor(bit / 8)] ?? 0) << 8) | (bytes[Math.floor(bit / 8) + 1] ?? 0);
    text += BASE64_DIGITS.charAt((pair >> (10 - (bit % 8))) & 63);
  }
  const length = to - from;
  return [
    { text, length },
    { text: text.replaceAll('+', '-').replaceAll('/', '_'), length },
  ];
}

function utf8Of(text: string): number[] {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return [...escaped.matchAll(/%(..)|(.)/gs)].map(([, hex, sign]) =>
    hex === undefined ? (sign ?? '').charCodeAt(0) : parseInt(hex, 16),
  );
}
