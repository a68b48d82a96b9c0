import { z } from 'zod';
import { fnv1a } from '../values/fnv.ts';
import { Id } from '../values/identifier.ts';
import { tableFrom } from '../values/objects.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';

/** Prefixes of the IDs of things that are not authored. */
const OTHER_PREFIXES = {
  run: 'run',
  session: 'ses',
  prompt: 'pmt',
  team: 'tea',
  webhook: 'whk',
  zone: 'zon',
  upload: 'upl',
  sandbox: 'sbx',
  request: 'trq',
  sleep: 'slp',
  display: 'dsp',
} as const;

/** The kinds of things that have IDs. */
export type IdKind = keyof typeof OTHER_PREFIXES | (typeof COLLECTIONS)[CollectionName]['idKind'];

const AUTHORED_PREFIXES = tableFrom(Object.values(COLLECTIONS).map(({ idKind, idPrefix }) => [idKind, idPrefix]));

/** The prefix of an ID by the kind of thing it names (decision `ids`). */
export const ID_PREFIXES = { ...OTHER_PREFIXES, ...AUTHORED_PREFIXES };

/**
 * The schema of an ID that only Hangar makes: its prefix and more. The date is optional, for handmade exports (decision `ids`).
 */
function madeBy(kind: IdKind) {
  const prefix = ID_PREFIXES[kind];
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}[A-Za-z0-9_-]{1,97}$`),
      `must be an ID that begins with "${prefix}": letters, digits, "_" and "-", at most 100`,
    );
}

/** The schemas of IDs in the state, for the entities and their references. */
export const STORED_IDS = {
  run: madeBy('run'),
  session: madeBy('session'),
  prompt: madeBy('prompt'),
  request: madeBy('request'),
  sleep: madeBy('sleep'),
  display: madeBy('display'),
  /** Part of a file name, so only the exact form that Hangar makes. */
  upload: z.string().regex(/^upl\d{8}z[a-z0-9]{10}$/, 'must be the ID of an upload, such as "upl20261120z4k2m9x0q7a"'),
  /** Tasks, runbooks, environments, resources, users, keys: generated, derived from a slug, or authored. */
  definition: Id,
  /** Digests of former definitions and of idempotency keys. */
  digest: Id,
  /** Requests in the traffic log. */
  traffic: Id,
  secret: z
    .string()
    .regex(
      /^[A-Za-z0-9_-]{1,100}(?:\/[A-Za-z0-9_-]{1,100}){0,3}$/,
      'must name a secret, such as "apiKey" or "webhook/TASK/WEBHOOK/ENVIRONMENT"',
    ),
} as const;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The ID of a definition without an authored one: derived from kind and slug alone, so that it is the same on every machine. 52
 * bits of two 32-bit FNV-1a hashes, written in `[a-z0-9]`.
 */
export function derivedId(kind: IdKind, slug: string): string {
  let rest = (BigInt(fnv1a(`${kind}/${slug}`)) << 32n) | BigInt(fnv1a(`${slug}\\${kind}`));
  let text = '';
  for (let i = 0; i < 10; i++) {
    text += ALPHABET[Number(rest % 36n)] ?? '';
    rest /= 36n;
  }
  return `${ID_PREFIXES[kind]}20200101z${text}`;
}
