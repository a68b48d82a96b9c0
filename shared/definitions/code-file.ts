import { z } from 'zod';
import { isJsonObject, type Json } from '../values/json.ts';
import { listedParameters } from './parameters.ts';

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

/**
 * The definition that code has made, as a file would have it: parameters by slug become a list, and the fields of the kind move
 * into it. @param file name of the file, from its folder
 */
export function inlineDefinition(config: Json, kind: 'node' | 'python', file: string): Json {
  if (!isJsonObject(config)) return config;
  const { parameters, envVars, nodeVersion, base, ...fields } = config;
  const own = { envVars, ...(kind === 'node' ? { nodeVersion, base } : {}) };
  const given = Object.entries(own).filter(([, value]) => value !== undefined && value !== null);
  return {
    ...fields,
    ...(parameters === undefined
      ? {}
      : { parameters: isJsonObject(parameters) ? listedParameters(parameters) : parameters }),
    [kind]: { entrypoint: file, ...Object.fromEntries(given) } as Json,
  };
}
