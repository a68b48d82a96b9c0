import { z } from 'zod';
import { jsonOfText } from '../../../shared/values/json.ts';
import type { TaskForm } from './describe.ts';
import { commentedText } from './literals.ts';
import type { Shape } from './shape.ts';

/** Shapes of observed outputs by the slug of the task. */
export type KeptOutputs = ReadonlyMap<string, Shape>;

const Kept: z.ZodType<Shape> = z.lazy(() =>
  z.union([
    z.strictObject({ kind: z.enum(['string', 'boolean', 'integer', 'number', 'null', 'json']) }),
    z.strictObject({ kind: z.literal('list'), of: Kept }),
    z.strictObject({ kind: z.literal('union'), of: z.array(Kept) }),
    z.strictObject({ kind: z.literal('object'), fields: z.array(KeptField), isOpen: z.boolean() }),
  ]),
);
const KeptField = z.strictObject({ name: z.string(), shape: Kept, isOptional: z.boolean(), note: z.literal('') });
const Line = z.tuple([z.string(), Kept]);

/** Lines at the end of a file of types with the observed shapes. @param mark begins a comment of the language */
export function keptLines(mark: string, tasks: readonly TaskForm[]): readonly string[] {
  return tasks
    .filter(({ source }) => source === 'observed')
    .map(({ slug, output }) => `${mark} observed: ${commentedText([slug, output])}`);
}

/** Reads the observed shapes in a file of types. Skips unreadable ones. */
export function keptOutputs(text: string): KeptOutputs {
  const kept = new Map<string, Shape>();
  for (const [, json = ''] of text.matchAll(/^(?:\/\/|#) observed: (.{1,100000})$/gm)) {
    const line = Line.safeParse(jsonOfText(json));
    if (line.success) kept.set(...line.data);
  }
  return kept;
}
