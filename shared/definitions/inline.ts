import { isJsonObject, type Json } from '../values/json.ts';
import { listedParameters } from './parameters.ts';

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
