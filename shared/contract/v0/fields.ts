import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { ParsedObject, readTime } from '../../values/json-schema.ts';
import { parseRfc3339, parseRfc3339Up } from '../../values/timestamp.ts';

/** The header that selects the environment; any word may stand for the vendor (decisions `vendor-headers`, `env-selection`). */
export const ENVIRONMENT_HEADERS = {
  'X-Service-Env-ID': 'ID or slug of the environment to execute in; precedes the slug header.',
  'X-Service-Env-Slug': 'Slug or ID of the environment to execute in.',
} as const;

/** A required ID in a query or body; "" is an error. */
export const Required = z.string().min(1, 'is required');

/** Query parameter for which "" counts as absent. */
export const MaybeEmpty = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));

/** Body field for which "" and `null` count as absent, since clients send `"id": ""` beside a slug (decision `id-field`). */
export const MaybeNull = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

/** Values of parameters; `null` counts as absent. */
export const ParamValues = ruledBy(
  'param-types',
  ParsedObject.nullish().transform((values) => values ?? {}),
);

/** Decisions about executing a task or a runbook. */
export const EXECUTE_DECISIONS = [
  'id-field',
  'env-selection',
  'idempotency',
  'unknown-params',
  'param-types',
  'param-coercion',
  'param-rules',
  'private-runs',
] as const;

/** A count in a query; "" counts as absent. */
const Count = z.string().regex(/^(?:|0|[1-9]\d{0,14})$/, 'must be a whole number, zero or more');

/** `limit` and `page` of a list. Source: service API, "Limits"; decision `limit-and-page`. */
export const paging = {
  limit: ruledBy(
    'limit-and-page',
    Count.transform((text) => (text === '' ? 50 : Number(text)))
      .pipe(z.int().min(0, 'must be 0 to 50').max(50, 'must be 0 to 50'))
      .optional()
      .default(50)
      .meta({
        description: '0 to 50; 0 gives an empty list',
        override: { type: 'integer', minimum: 0, maximum: 50, default: 50 },
      }),
  ),
  page: ruledBy(
    'limit-and-page',
    Count.transform(Number)
      .optional()
      .default(0)
      .meta({
        description: 'Zero-based page index: offset = page × limit',
        override: { type: 'integer', minimum: 0, default: 0 },
      }),
  ),
};

/** A filter by an RFC 3339 time, read as microseconds since 1970 (decision `time-filters`). "" counts as absent. */
function time(parse: typeof parseRfc3339) {
  const schema = z
    .string()
    .transform((text, context) => {
      if (text === '') return undefined;
      // A "+" that a client left unencoded in its query arrives as a space.
      return readTime(text.replace(/ (?=\d{2}:\d{2}$)/, '+'), context, parse);
    })
    .optional()
    .meta({ override: { type: 'string', format: 'date-time' } });
  return ruledBy('time-filters', schema);
}

/** The lower bound of a filter: a moment in whole microseconds that is after it is also after the time as it was written. */
export const Time = time(parseRfc3339);

/** The upper bound of a filter: fractions of a microsecond count as a whole one. */
export const TimeUp = time(parseRfc3339Up);
