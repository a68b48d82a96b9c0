import { RESOURCE_KINDS, type ResourceField } from '../registry/resource-kinds.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Names whose values are secret whatever the kind, so that an unlisted kind is masked too. */
const SECRET_NAME = /password|secret|token|api_?key|private_?key|credential|connection_?string/i;

/** What is wrong with a configuration, by field; empty when it may be used. Source: decision `resource-kinds`. */
export function resourceProblems(kind: string, config: JsonObject): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const fields = RESOURCE_KINDS[kind]?.fields ?? [];
  for (const field of fields) {
    const value = config[field.name] ?? null;
    const required =
      field.required === true || (field.requiredWith !== undefined && !isEmpty(config[field.requiredWith]));
    const problem = isEmpty(value) ? (required ? `is required for kind "${kind}"` : null) : fieldProblem(field, value);
    if (problem !== null) problems[field.name] = problem;
  }
  return problems;
}

/** The secret texts of a configuration: what must never be shown in a log. */
export function secretsOf(kind: string, config: JsonObject): readonly string[] {
  const declared = new Set((RESOURCE_KINDS[kind]?.fields ?? []).filter(isSecret).map(({ name }) => name));
  return Object.entries(config).flatMap(([name, value]) => {
    if (declared.has(name) || SECRET_NAME.test(name)) return textsIn(value);
    // Headers of an HTTP API and `auth` of a mail server carry credentials as a rule.
    return name === 'headers' || name === 'auth' ? textsIn(value) : [];
  });
}

/** True for a field whose value is hidden until asked for. */
export function isSecret(field: ResourceField): boolean {
  return field.type === 'secret' || field.type === 'secret-text';
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
  return field.type === 'url' && !/^https?:\/\/[^\s/]/i.test(value) ? 'must be an http or https URL' : null;
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap(textsIn);
}
