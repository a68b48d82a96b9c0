import { z } from 'zod';
import { jsonProblem } from '../values/json-problem.ts';
import { isJsonObject, type Json } from '../values/json.ts';
import { list, longList } from '../values/limited.ts';
import { Text } from '../values/json-schema.ts';
import { TimestampText } from './answers.ts';

/** Limits of one display (docs/task-runtime.md, "Show more than an output"). */
export const DISPLAY_COUNTS = { markdown: 100_000, rows: 10_000, columns: 100 };

/** Any JSON value. Refuses numbers that JSON cannot represent, and deep nesting. */
const Value = z.custom<Json>((value) => value !== undefined && jsonProblem(value) === undefined, {
  error: ({ input }) => (input === undefined ? 'is required' : (jsonProblem(input)?.message ?? 'must be a JSON value')),
});

/** A row: values by the slugs of columns, or in their order. Checked as a whole, since a table has up to a million cells. */
const Row = z.custom<Json>((value) => rowProblem(value) === undefined, {
  error: ({ input }) => rowProblem(input) ?? '',
});

function rowProblem(row: unknown): string | undefined {
  const problem = jsonProblem(row);
  if (problem !== undefined) return `${problem.path.join('.')} ${problem.message}`.trim();
  const cells = Array.isArray(row) ? row.length : isJsonObject(row) ? Object.keys(row).length : undefined;
  if (cells === undefined) return 'must be an object or a list';
  return cells > DISPLAY_COUNTS.columns ? `may have ${DISPLAY_COUNTS.columns} cells at most` : undefined;
}

const Column = z.strictObject({ slug: Text, name: Text.nullish() });

/** A display of a run, in addition to its output (docs/task-runtime.md, "Show more than an output"). */
export const Display = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('markdown'), content: z.string().max(DISPLAY_COUNTS.markdown) }),
  z.strictObject({ kind: z.literal('json'), value: Value.meta({ override: {} }) }),
  z.strictObject({
    kind: z.literal('table'),
    columns: list(Column, DISPLAY_COUNTS.columns),
    rows: longList(Row.meta({ override: { type: ['object', 'array'] } }), DISPLAY_COUNTS.rows),
  }),
  z.strictObject({ kind: z.literal('file'), uploadID: z.string().min(1) }),
]);
export type Display = z.output<typeof Display>;

/** A display of a run for the window. */
export const ShownDisplay = z.object({
  id: z.string(),
  createdAt: TimestampText,
  display: Display,
  file: z
    .object({ name: z.string(), size: z.int(), url: z.string() })
    .nullable()
    .describe('The file of a display of kind "file", while it exists'),
});
export type ShownDisplay = z.output<typeof ShownDisplay>;
