import { z } from 'zod';

const Line = z.int().min(1);

/** A definition inside code. */
const ExportedDefinition = z.strictObject({
  /** The name of the export, or of the function. */
  name: z.string(),
  /** False for a view. */
  isTask: z.boolean(),
  /** Its fields, as the SDK has kept them. */
  config: z.unknown(),
  line: Line,
});
export type ExportedDefinition = z.output<typeof ExportedDefinition>;

/** Files of code, each with the definitions that it has, or the reason why it cannot be executed. The paths are absolute. */
export const CodeFiles = z.array(
  z.strictObject({
    file: z.string(),
    definitions: z.array(ExportedDefinition),
    problem: z.strictObject({ line: Line, column: Line, message: z.string() }).optional(),
  }),
);
export type CodeFile = z.output<typeof CodeFiles>[number];
