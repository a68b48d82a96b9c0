import { z } from 'zod';
import { fnv1a } from './fnv.ts';

/** What an ID may name, with the prefix it wears. Source: decision `ids`. */
export const ID_PREFIXES = {
  task: 'tsk',
  run: 'run',
  runbook: 'rbk',
  session: 'ses',
  prompt: 'pmt',
  resource: 'res',
  user: 'usr',
  group: 'grp',
  team: 'tea',
  environment: 'env',
  key: 'key',
  webhook: 'whk',
  zone: 'zon',
  upload: 'upl',
} as const;

/** The kinds of things that have IDs. */
export type IdKind = keyof typeof ID_PREFIXES;

/** An ID as Hangar makes them: `run20261120z4k2m9x0q7a`. Hand-written files may use any text without spaces. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be an ID: letters, digits, "_" and "-"');

/** A slug: names a thing in requests and references. */
export const Slug = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/,
    'must be a slug: letters, digits, "_" and "-", at most 100, not starting with "_" or "-"',
  );

/** A name usable in expressions: parameter slugs, block slugs, `as`. */
export const Variable = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,99}$/,
    'must be usable in expressions: letters, digits and "_", not starting with a digit',
  );

/** Contract, section 4.8: fewer than 50 characters of `[a-z0-9_]`, starting with a lowercase letter. */
export const WebhookSlug = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,48}$/,
    'must start with a lowercase letter and have fewer than 50 lowercase letters, digits and "_"',
  );

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The ID of an authored thing whose file gives none: derived from its kind and its slug alone, so that it is
 * the same on every machine. 52 bits of two 32-bit FNV-1a hashes, written in `[a-z0-9]`.
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
