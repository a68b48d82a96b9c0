import { type ResourceField, resourceKindOf } from '../registry/resource-kinds.ts';
import { isJsonObject, type Json, type JsonObject, type JsonPath, pathText } from '../values/json.ts';
import { quoteForMessage } from '../values/messages.ts';
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

/** A warning about a definition, and its place. */
export interface Oddity {
  readonly path: JsonPath;
  readonly message: string;
}

/** Warnings about a resource that is taken as it is: a kind that is not listed, or fields that its kind does not have. */
export function resourceOddities(kind: string, config: JsonObject): readonly Oddity[] {
  const known = resourceKindOf(kind);
  if (known === undefined)
    return [
      {
        path: ['kind'],
        message: `"${quoteForMessage(kind)}" is no kind that Hangar knows, so its fields are not checked`,
      },
    ];
  const names = new Set(known.fields.map(({ name }) => name));
  return Object.keys(config)
    .filter((name) => !names.has(name))
    .map((name) => ({ path: ['resource', name], message: `resources of kind "${kind}" have no such field` }));
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** Problems of values that are no strings, by type of the field. */
const STRUCTURES: Readonly<Partial<Record<ResourceField['type'], (value: Json) => string | null>>> = {
  any: () => null,
  map: (value) =>
    isJsonObject(value) && areTexts(Object.values(value)) ? null : 'must be an object whose values are strings',
  names: (value) =>
    Array.isArray(value) && areTexts(value) ? null : 'must be a list of names, such as ["X-Shop-Key"]',
  login: (value) =>
    isJsonObject(value) && value['kind'] === 'basic' && areTexts([value['username'] ?? null, value['password'] ?? ''])
      ? null
      : 'must be {"kind": "basic", "username", "password"}, with two strings',
};

function areTexts(values: readonly Json[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function fieldProblem(field: ResourceField, value: Json): string | null {
  const check = STRUCTURES[field.type];
  if (check !== undefined) return check(value);
  if (typeof value !== 'string') return 'must be a string';
  if (field.isHost === true) return resourceHostProblem(value);
  return field.type === 'url' && !/^https?:\/\/[^\s/]/i.test(value) ? 'must be an http or https URL' : null;
}

/**
 * The problem of the name of a server; null when there is none. Drivers take a path, also an encoded one or the name of an abstract
 * socket, for a socket of this machine, whose server trusts whoever may open it: here that is Hangar, not who asks it to connect.
 */
export function resourceHostProblem(host: string): string | null {
  const isPath = /[/\\\0]|%(?:2f|5c|00)|^[@.~]/i.test(host);
  return isPath ? 'must be the name or the address of a server: a path, of a socket, is refused' : null;
}
