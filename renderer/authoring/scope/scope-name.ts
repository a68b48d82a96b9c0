import { suggestion } from '../../../shared/expression/suggestion.ts';

/** A value that expressions may name, with its fields. */
export interface ScopeName {
  readonly name: string;
  /** What it is, for completion; '' where it is only the way to its fields. */
  readonly detail: string;
  /** Its fields as far as they are known; undefined where nothing is. */
  readonly fields?: readonly ScopeName[];
  /** True where it may have fields that are not known, too. */
  readonly isOpen?: boolean;
  /** True where it may be null, so that its fields are read by `?.`. */
  readonly isNullable?: boolean;
  /** True where it is not worth offering before one has typed it. */
  readonly isUnlisted?: boolean;
  /** The field in which people mean to look when they name one that is not here. */
  readonly mainField?: string;
}

/** Something an expression may name as one writes it: `params.order_id`, and what it is. */
export interface ScopePath {
  readonly path: string;
  readonly detail: string;
}

/** Everything in a scope that is worth offering, as one writes it: fields before what holds them. */
export function pathsOf(names: readonly ScopeName[], base?: ScopeName & { readonly path: string }): ScopePath[] {
  return names.flatMap((each) => {
    const path = base === undefined ? each.name : memberPath(base.path, each.name, base.isNullable === true);
    if (each.isUnlisted === true) return [];
    const own = each.detail === '' ? [] : [{ path, detail: each.detail }];
    return [...pathsOf(each.fields ?? [], { ...each, path }), ...own];
  });
}

/** Why a path of names leads nowhere in a scope; undefined when it leads somewhere, or where that is not known. */
export function unknownNameProblem(scope: readonly ScopeName[], path: readonly string[]): string | undefined {
  const [first = '', ...rest] = path;
  let at = scope.find(({ name }) => name === first);
  if (at === undefined) return `Nothing before this is called “${first}”${asSentence(suggestionFor(scope, path))}`;
  let way = first;
  for (const name of rest) {
    // What every object answers to.
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

/** What people mean by a name that is none: a field of `params` or another value, or one that is nearly the same. */
function suggestionFor(scope: readonly ScopeName[], [first = '', ...rest]: readonly string[]): string {
  const holder = scope.find(({ fields = [] }) => fields.some(({ name }) => name === first));
  if (holder === undefined) return suggestion(first, namesOf(scope));
  const path = [first, ...rest].reduce((way, name) => memberPath(way, name, false), holder.name);
  return `; did you mean “${path}”?`;
}

/** Whether the field is meant in which such names mostly are. */
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
