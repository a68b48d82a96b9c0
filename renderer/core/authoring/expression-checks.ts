import { check, references } from '../../../shared/expression/evaluate.ts';
import { templateReferences } from '../../../shared/expression/template.ts';
import type { Json } from '../../../shared/model/json.ts';
import { type JsonPath, objectOf, textOf } from './json-path.ts';
import type { Problem } from './problem.ts';
import { namesOf, parametersOf, type Scope } from './scope.ts';

/** What an expression names that is not there; one that is none is told otherwise. */
export function expressionWarnings(value: Json | undefined, path: JsonPath, scope: Scope): Problem[] {
  const text = textOf(value);
  if (text.trim() === '' || check(text) !== null) return [];
  return unknownNames(references(text), text, scope).map((said) => ({ path, text: said, severity: 'warning' }));
}

/** What the templates in the fields of an object name that is not there; in every field but those named. */
export function templateWarnings(
  value: Json | undefined,
  path: JsonPath,
  { scope, except }: { scope: Scope; except: readonly string[] },
): Problem[] {
  return Object.entries(objectOf(value)).flatMap(([name, field]) =>
    except.includes(name) ? [] : textsIn(field, [...path, name]).flatMap((text) => warningsOfText(text, scope)),
  );
}

function warningsOfText({ path, text }: { path: JsonPath; text: string }, scope: Scope): Problem[] {
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
