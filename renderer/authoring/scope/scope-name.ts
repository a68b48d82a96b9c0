import { suggestion } from '../../../shared/expression/suggestion.ts';

/** A name available in expressions, with its fields. */
export interface ScopeName {
  readonly name: string;
  /** The description for completion; '' for a mere container. */
  readonly detail: string;
  /** The known fields; undefined for none, and when unknown. */
  readonly fields?: readonly ScopeName[];
  /** True when it may have unknown fields, too. */
  readonly isOpen?: boolean;
  /** True when it may be null, so that its fields are read by `?.`. */
  readonly isNullable?: boolean;
  /** True when completion omits it. */
  readonly isUnlisted?: boolean;
  /** The field suggested for unknown names. */
  readonly mainField?: string;
}

/** A path as written in an expression, such as `params.order_id`. */
export interface ScopePath {
  readonly path: string;
  readonly detail: string;
  /** True when it has no fields, as far as is known. */
  readonly isWhole: boolean;
}

/** All paths to offer for completion: fields before their container. */
export function pathsOf(names: readonly ScopeName[], base?: ScopeName & { readonly path: string }): ScopePath[] {
  return names.flatMap((each) => {
    const path = base === undefined ? each.name : memberPath(base.path, each.name, base.isNullable === true);
    if (each.isUnlisted === true) return [];
    const isWhole = each.fields === undefined && each.isOpen !== true;
    const own = each.detail === '' ? [] : [{ path, detail: each.detail, isWhole }];
    return [...pathsOf(each.fields ?? [], { ...each, path }), ...own];
  });
}

/** The problem of a path that does not exist in a scope; undefined when it exists or may exist. */
export function unknownNameProblem(scope: readonly ScopeName[], path: readonly string[]): string | undefined {
  const [first = '', ...rest] = path;
  let at = scope.find(({ name }) => name === first);
  if (at === undefined) return `There is no name “${first}”${asSentence(suggestionFor(scope, path))}`;
  let way = first;
  for (const name of rest) {
    // Available on every object.
    if (at.fields === undefined || name === 'hasOwnProperty') return undefined;
    const next: ScopeName | undefined = at.fields.find((field) => field.name === name);
    if (next === undefined) return at.isOpen === true ? undefined : missingFieldProblem(at, way, name);
    at = next;
    way = memberPath(way, name, false);
  }
  return undefined;
}

function missingFieldProblem(holder: ScopeName, way: string, name: string): string {
  const fields = holder.fields ?? [];
  const near = suggestion(name, namesOf(fields));
  const isParameter = way === 'params';
  const what = isParameter ? `parameter “${name}”` : `“${memberPath(way, name, false)}”`;
  return `There is no ${what}${asSentence(near === '' ? suggestionWithin(holder, way, name) : near)}`;
}

/** A suggestion for an unknown name: a field of `params` or of another value, or a similar name. */
function suggestionFor(scope: readonly ScopeName[], [first = '', ...rest]: readonly string[]): string {
  const holder = scope.find(({ fields = [] }) => fields.some(({ name }) => name === first));
  if (holder === undefined) return suggestion(first, namesOf(scope));
  const path = [first, ...rest].reduce((way, name) => memberPath(way, name, false), holder.name);
  return `; did you mean “${path}”?`;
}

/** A suggestion to look in the main field. */
function suggestionWithin({ fields = [], mainField }: ScopeName, way: string, name: string): string {
  const inner = fields.find((field) => field.name === mainField);
  if (inner === undefined) return '';
  const knows = inner.fields === undefined || inner.isOpen === true || namesOf(inner.fields).includes(name);
  const path = memberPath(`${way}.${inner.name}`, name, false);
  return knows ? `; did you mean “${path}”?` : '';
}

function asSentence(hint: string): string {
  return hint === '' ? '.' : hint;
}

function namesOf(names: readonly ScopeName[]): string[] {
  return names.map(({ name }) => name);
}

function memberPath(base: string, name: string, isMaybe: boolean): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return `${base}${isMaybe ? '?.' : '.'}${name}`;
  return `${base}${isMaybe ? '?.' : ''}[${JSON.stringify(name)}]`;
}
