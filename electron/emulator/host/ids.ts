import { hash, randomFillSync } from 'node:crypto';
import { ID_PREFIXES } from '../../../shared/registry/ids.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import type { Ids } from '../engine/context/ports.ts';

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_ALPHABET = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${ID_ALPHABET}`;
const ID_LENGTH = 10;
/** 32 of 62 characters: 190 bits. */
const SECRET_LENGTH = 32;
const DAY = 86_400_000_000;

/** Creates IDs and secrets from cryptographic randomness (decision `ids`). */
export function randomIds(): Ids {
  const random = randomText();
  let day = NaN;
  let date = '';
  return {
    next(kind, at) {
      const today = Math.floor(at / DAY);
      if (today !== day) {
        day = today;
        date = dateText(at);
      }
      return `${ID_PREFIXES[kind]}${date}z${random(ID_ALPHABET, ID_LENGTH)}`;
    },
    secret: () => random(SECRET_ALPHABET, SECRET_LENGTH),
    digest: (text) => hash('sha256', text, 'hex').slice(0, 32),
  };
}

/**
 * Random texts with uniformly distributed characters. Requests random bytes in large blocks, which makes an ID some 20 times
 * faster.
 */
function randomText(): (alphabet: string, length: number) => string {
  const pool = new Uint8Array(4096);
  let used = pool.length;
  return (alphabet, length) => {
    // Larger bytes are skipped: they would favour the first characters.
    const fair = 256 - (256 % alphabet.length);
    let text = '';
    while (text.length < length) {
      if (used === pool.length) {
        randomFillSync(pool);
        used = 0;
      }
      const byte = pool[used++] ?? 0;
      if (byte < fair) text += alphabet.charAt(byte % alphabet.length);
    }
    return text;
  };
}

function dateText(at: Micros): string {
  return new Date(Math.floor(at / 1000)).toISOString().slice(0, 10).replaceAll('-', '');
}
