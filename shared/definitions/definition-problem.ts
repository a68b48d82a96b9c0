import { z } from 'zod';
import type { Json, JsonPath } from '../values/json.ts';

/** A place in a file; line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A problem of a file of definitions, and its place. */
export const DefinitionProblem = z.object({
  file: z.string().describe('Path from the folder of the workspace file, or of the definitions'),
  line: z.int(),
  column: z.int(),
  field: z.string().describe('Path of the field at fault; "" for the whole file'),
  message: z.string().describe('The rest of a sentence that begins with the field'),
});
export type DefinitionProblem = Readonly<z.output<typeof DefinitionProblem>>;

/** A problem before its place in the file is known. The message is the end of a sentence that begins with the path. */
export interface FieldProblem {
  readonly path: JsonPath;
  readonly message: string;
}

/** A text that has been read: its value, and the places of its fields. */
export interface ReadText {
  readonly value: Json;
  readonly placeOf: (path: JsonPath) => Place;
}

/** The sentence of a problem, as compilers print it. */
export function problemSentence({ file, line, column, field, message }: DefinitionProblem): string {
  return `${file}:${line}:${column}: ${field === '' ? '' : `${field} `}${message}`;
}
