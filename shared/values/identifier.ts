import { z } from 'zod';

/** An ID such as `run20261120z4k2m9x0q7a`. Handwritten files may use any text without spaces. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be an ID: letters, digits, "_" and "-"');

/** A slug: names a thing in requests and references. */
export const Slug = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/,
    'must be a slug: letters, digits, "_" and "-", at most 100, not starting with "_" or "-"',
  );

/** The slug of a built-in task of the service: a word and a name. `*` stands for every word. Source: docs/built-in-tasks.md, "Stand-ins". */
const BUILT_IN_SLUG = /^(?=.{3,100}$)(?:[a-z0-9_]+|\*):([A-Za-z0-9_]+)$/;

/** The name in the slug of a built-in task: `sql_query` of `acme:sql_query`. `undefined` for any other text. */
export function builtInName(slug: string): string | undefined {
  return BUILT_IN_SLUG.exec(slug)?.[1];
}

/** The slug of a task: an ordinary one, or that of the built-in task that it replaces. */
export const TaskSlug = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,99}|(?=.{3,100}$)(?:[a-z0-9_]+|\*):[A-Za-z0-9_]+)$/,
    'must be a slug: letters, digits, "_" and "-", at most 100, not starting with "_" or "-"; or that of a built-in task, such as "acme:sql_query"',
  );

/** A name usable in expressions: parameter slugs, block slugs, `as`. Excludes `__proto__`, which JavaScript treats specially. */
export const Variable = z
  .string()
  .regex(
    /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
    'must be usable in expressions: letters, digits and "_", not starting with a digit, and not "__proto__"',
  );

/** A vendor's word, as in `ACME_TOKEN` and `acme_output_set`. */
export const VendorWord = z
  .string()
  .regex(
    /^[a-z][a-z0-9]{0,29}$/,
    'must be one word of at most 30 lowercase letters and digits, starting with a letter',
  );

/** A slug: fewer than 50 characters of `[a-z0-9_]`, starting with a lowercase letter (service API, "Webhook trigger"). */
export const WebhookSlug = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,48}$/,
    'must start with a lowercase letter and have fewer than 50 lowercase letters, digits and "_"',
  );
