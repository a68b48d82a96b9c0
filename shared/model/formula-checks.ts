import { check } from '../expression/evaluate.ts';
import { Pattern } from '../expression/regex.ts';
import { checkTemplates } from '../expression/template.ts';
import { isJsonObject } from './json.ts';

/** Steps into a JSON value: names of fields and places in lists. */
export type JsonPath = readonly (string | number)[];

/** Something that makes a definition invalid though its schema allows it, and where. */
export interface Breach {
  readonly path: JsonPath;
  readonly message: string;
}

// These read drafts, too, which may lack anything: what is not as it should be is the schema's to tell.

/** What makes a task invalid beyond its schema: expressions, templates and patterns that are none, a webhook's parameter. */
export function taskBreaches(task: object): Breach[] {
  const { parameters, behavior } = fieldsOf(task);
  const { kind, steps } = fieldsOf(behavior);
  return [
    ...payloadBreaches(parameters),
    ...parameterBreaches(parameters, ['parameters']),
    ...(kind === 'steps' ? workBreaches(steps, ['behavior', 'steps']) : []),
  ];
}

/** What makes a runbook invalid beyond its schema. */
export function runbookBreaches(runbook: object): Breach[] {
  const { parameters, blocks } = fieldsOf(runbook);
  return [...parameterBreaches(parameters, ['parameters']), ...workBreaches(blocks, ['blocks'])];
}

/** Webhooks pass their request in this parameter, which must take it. */
function payloadBreaches(parameters: unknown): Breach[] {
  return itemsOf(parameters).flatMap((item, index) => {
    const { slug, type } = fieldsOf(item);
    const message = 'must be "json" for webhook_payload';
    return slug !== 'webhook_payload' || type === 'json' ? [] : [{ path: ['parameters', index, 'type'], message }];
  });
}

/** Steps or blocks: their conditions, the templates in their texts, and the forms that they ask with. */
function workBreaches(work: unknown, path: JsonPath): Breach[] {
  return itemsOf(work).flatMap((item, index) => {
    const { when, parameters, ...texts } = fieldsOf(item);
    const at = [...path, index];
    return [
      ...expressionBreaches(when, [...at, 'when']),
      ...parameterBreaches(parameters, [...at, 'parameters']),
      ...checkTemplates(texts).map(({ path: within, error }) => ({ path: [...at, ...within], message: error.message })),
    ];
  });
}

function parameterBreaches(parameters: unknown, path: JsonPath): Breach[] {
  return itemsOf(parameters).flatMap((item, index) => {
    const { hidden, constraints, params } = fieldsOf(item);
    const { validate, regex } = fieldsOf(constraints);
    const at = [...path, index];
    return [
      ...expressionBreaches(hidden, [...at, 'hidden']),
      ...expressionBreaches(validate, [...at, 'constraints', 'validate']),
      ...patternBreaches(regex, [...at, 'constraints', 'regex']),
      ...parameterBreaches(params, [...at, 'params']),
    ];
  });
}

function expressionBreaches(text: unknown, path: JsonPath): Breach[] {
  const error = typeof text !== 'string' || text.trim() === '' ? null : check(text);
  return error === null ? [] : [{ path, message: error.message }];
}

function patternBreaches(source: unknown, path: JsonPath): Breach[] {
  if (typeof source !== 'string' || source === '') return [];
  try {
    new Pattern(source);
    return [];
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }];
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
