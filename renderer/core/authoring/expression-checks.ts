import { check, references } from '../../../shared/expression/evaluate.ts';
import { checkTemplates, templateReferences } from '../../../shared/expression/template.ts';
import type { Json } from '../../../shared/model/json.ts';
import { type JsonPath, objectOf, textOf } from './json-path.ts';
import type { Problem } from './problem.ts';
import { namesOf, parametersOf, type Scope } from './scope.ts';

/** What is wrong with a bare expression, and what it names that is not there. */
export function expressionProblems(value: Json | undefined, path: JsonPath, scope: Scope): Problem[] {
  const text = textOf(value);
  if (text.trim() === '') return [];
  const error = check(text);
  if (error !== null) return [{ path, text: error.message, severity: 'error' }];
  return unknownNames(references(text), text, scope).map((said) => ({ path, text: said, severity: 'warning' }));
}

/** What is wrong with the templates anywhere in a value, each at its place. */
export function templateProblems(value: Json | undefined, path: JsonPath, scope: Scope): Problem[] {
  if (value === undefined) return [];
  const broken = checkTemplates(value);
  const errors = broken.map((at): Problem => ({
    path: [...path, ...at.path],
    text: at.error.message,
    severity: 'error',
  }));
  return [...errors, ...textsIn(value, path).flatMap((at) => templateWarnings(at, scope))];
}

/** Problems of the templates in every field of an object but those named. */
export function fieldTemplateProblems(
  value: Json | undefined,
  path: JsonPath,
  { scope, except }: { scope: Scope; except: readonly string[] },
): Problem[] {
  return Object.entries(objectOf(value)).flatMap(([name, field]) =>
    except.includes(name) ? [] : templateProblems(field, [...path, name], scope),
  );
}

function templateWarnings({ path, text }: { path: JsonPath; text: string }, scope: Scope): Problem[] {
  return unknownNames(templateReferences(text), text, scope).map((said) => ({ path, text: said, severity: 'warning' }));
}

function unknownNames(names: readonly string[], text: string, scope: Scope): string[] {
  const known = namesOf(scope);
  const parameters = parametersOf(scope);
  const unknown = names.filter((name) => !known.has(name)).map((name) => `Nothing before this is called “${name}”.`);
  if (!names.includes('params')) return unknown;
  const used = [...text.matchAll(/\bparams\??\.([A-Za-z_]\w*)/g)].map(([, slug = '']) => slug);
  const missing = new Set(used.filter((slug) => !parameters.has(slug) && slug !== 'webhook_payload'));
  return [...unknown, ...[...missing].map((slug) => `There is no parameter “${slug}”.`)];
}

function textsIn(value: Json, path: JsonPath): { path: JsonPath; text: string }[] {
  if (typeof value === 'string') return value.includes('{{') ? [{ path, text: value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  return Object.entries(objectOf(value)).flatMap(([name, item]) => textsIn(item, [...path, name]));
}
