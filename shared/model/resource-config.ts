import { type ResourceField, resourceKindOf } from '../registry/resource-kinds.ts';
import { resourceHostProblem } from './resource-host.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import { pathText } from '../values/json-path.ts';
import { longSecrets, secretsOfDefinition } from './secrets.ts';

/** Problems of a configuration, by field; empty when it is valid. Source: decision `resource-kinds`. */
export function resourceProblems(kind: string, config: JsonObject): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const fields = resourceKindOf(kind)?.fields ?? [];
  for (const field of fields) {
    const value = config[field.name] ?? null;
    const required =
      field.required === true || (field.requiredWith !== undefined && !isEmpty(config[field.requiredWith]));
    const problem = isEmpty(value) ? (required ? `is required for kind "${kind}"` : null) : fieldProblem(field, value);
    if (problem !== null) problems[field.name] = problem;
  }
  for (const { path, message } of longSecrets(secretsOfDefinition('resources', config)))
    problems[pathText(path)] ??= message;
  return problems;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function fieldProblem(field: ResourceField, value: Json): string | null {
  if (field.type === 'any') return null;
  if (field.type === 'map') {
    const isMap = isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');
    return isMap ? null : 'must be an object whose values are strings';
  }
  if (typeof value !== 'string') return 'must be a string';
  if (field.isHost === true) return resourceHostProblem(value);
  return field.type === 'url' && !/^https?:\/\/[^\s/]/i.test(value) ? 'must be an http or https URL' : null;
}
