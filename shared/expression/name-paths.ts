import type { AnyNode, Identifier, Node, ObjectPattern, Pattern, VariableDeclarator } from 'acorn';
import { type FreeNames, freeNames } from './compile.ts';
import { ExpressionError } from './expression-error.ts';
import { GLOBALS } from './globals.ts';
import { TextCache } from './text-cache.ts';
import { expressionsIn } from './template.ts';

/** An expression, or a text with expressions between `{{` and `}}`. */
export interface Formula {
  readonly text: string;
  readonly mode: 'expression' | 'template';
}

/** A name and its position. */
interface NameOccurrence {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Notation: `a.name`, `a["name"]`, the shorthand `{ name }`, or the pattern `const { name } =`. */
  readonly form: 'plain' | 'quoted' | 'made' | 'taken';
}

/** Paths that an expression reads from its scope, such as `params.order.id`. Each begins with a name that the expression does not declare. */
export interface NamePath {
  readonly names: readonly NameOccurrence[];
  /** True when the expression declares the name at that position, so that it cannot name another thing there. */
  readonly isDeclared: (name: string) => boolean;
}

/** Every such path of a formula except built-ins; none when it is no expression. Fields of lists count as their items'. */
export function namePaths({ text, mode }: Formula): readonly NamePath[] {
  if (mode === 'expression') return paths.get(text);
  return expressionsIn(text).flatMap(({ expression, start }) =>
    paths
      .get(expression)
      .map(({ names, isDeclared }) => ({ names: names.map((name) => moved(name, start)), isDeclared })),
  );
}

/** The quoted texts of a formula. */
export function quotedTexts({ text, mode }: Formula): readonly string[] {
  const expressions = mode === 'expression' ? [text] : expressionsIn(text).map(({ expression }) => expression);
  return expressions.flatMap((expression) => {
    const texts: string[] = [];
    visit(foundIn(expression)?.tree, (node) => {
      if (isText(node)) texts.push(node.value);
    });
    return texts;
  });
}

const paths = new TextCache(pathsIn);

function moved(occurrence: NameOccurrence, by: number): NameOccurrence {
  return { ...occurrence, from: occurrence.from + by, to: occurrence.to + by };
}

function foundIn(expression: string): FreeNames | undefined {
  try {
    return freeNames(expression);
  } catch (cause) {
    if (cause instanceof ExpressionError) return undefined;
    throw cause;
  }
}

function pathsIn(expression: string): readonly NamePath[] {
  const found = foundIn(expression);
  return found === undefined ? [] : new PathsOf(found).all;
}

class PathsOf {
  readonly all: NamePath[] = [];
  readonly #free: FreeNames['free'];
  /** Shorthand fields: `{ name }`. */
  readonly #made = new Set<Node>();

  constructor({ tree, free }: FreeNames) {
    this.#free = free;
    visit(tree, (node) => this.#look(node));
  }

  /** Returns whether to visit the children. */
  #look(node: Node): boolean {
    if (is(node, 'Property') && node.shorthand) this.#made.add(node.value);
    if (is(node, 'VariableDeclarator')) this.#declared(node);
    const chain = this.#chain(node);
    if (chain !== undefined) this.#add(chain.root, chain.names);
    return chain === undefined;
  }

  #add(root: Identifier, names: readonly NameOccurrence[]): void {
    const around = this.#free.get(root);
    if (!GLOBALS.has(root.name)) this.all.push({ names, isDeclared: (name) => around?.find(name) !== undefined });
  }

  #chain(node: Node): Chain | undefined {
    if (is(node, 'Identifier')) {
      if (!this.#free.has(node)) return undefined;
      return { root: node, names: [occurrenceOf(node, this.#made.has(node) ? 'made' : 'plain')] };
    }
    if (is(node, 'ParenthesizedExpression') || is(node, 'ChainExpression')) return this.#chain(node.expression);
    if (!is(node, 'MemberExpression')) return undefined;
    const { object, property, computed } = node;
    const chain = this.#chain(object);
    if (chain === undefined || (computed && isNumber(property))) return chain;
    const key = keyOccurrence(property, computed, 'plain');
    return key && { ...chain, names: [...chain.names, key] };
  }

  /** `const { amount, order: { id } } = params` takes fields. */
  #declared({ id, init }: VariableDeclarator): void {
    const chain = init ? this.#chain(init) : undefined;
    if (chain !== undefined && id.type === 'ObjectPattern') this.#taken(id, chain);
  }

  #taken({ properties }: ObjectPattern, chain: Chain): void {
    for (const property of properties) {
      if (property.type === 'RestElement') continue;
      const key = keyOccurrence(property.key, property.computed, property.shorthand ? 'taken' : 'plain');
      if (key === undefined) continue;
      const next = { ...chain, names: [...chain.names, key] };
      const target = targetOf(property.value);
      if (target.type === 'ObjectPattern') this.#taken(target, next);
      else this.#add(next.root, next.names);
    }
  }
}

interface Chain {
  readonly root: Identifier;
  readonly names: readonly NameOccurrence[];
}

function targetOf(pattern: Pattern): Pattern {
  return pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
}

/** The literal name of a field. */
function keyOccurrence(key: Node, computed: boolean, form: NameOccurrence['form']): NameOccurrence | undefined {
  if (!computed && is(key, 'Identifier')) return occurrenceOf(key, form);
  return isText(key) ? { name: key.value, from: key.start, to: key.end, form: 'quoted' } : undefined;
}

function occurrenceOf({ name, start, end }: Identifier, form: NameOccurrence['form']): NameOccurrence {
  return { name, from: start, to: end, form };
}

function is<Type extends AnyNode['type']>(node: Node, type: Type): node is Extract<AnyNode, { type: Type }> {
  return node.type === type;
}

function isText(node: Node): node is Node & { value: string } {
  return node.type === 'Literal' && 'value' in node && typeof node.value === 'string';
}

function isNumber(node: Node): boolean {
  return node.type === 'Literal' && 'value' in node && typeof node.value === 'number';
}

/** Calls `look` for a node and, unless it returns false, for every node within. */
function visit(node: unknown, look: (node: Node) => unknown): void {
  if (Array.isArray(node)) for (const item of node) visit(item, look);
  if (!isNode(node) || look(node) === false) return;
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, look);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** A formula's text after a rename, and its number of renamed uses. */
interface RenamedText {
  readonly text: string;
  readonly count: number;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Renames the last name of a path such as `params.amount` everywhere in the text of a formula, and changes nothing else. Leaves
 * invalid expressions unchanged, and uses where the expression declares the new name itself.
 */
export function renameNames(formula: Formula, path: readonly string[], to: string): RenamedText {
  const occurrences = new Map<number, NameOccurrence>();
  for (const { names, isDeclared } of namePaths(formula)) {
    const last = names[path.length - 1];
    const isMeant = path.every((name, index) => names[index]?.name === name);
    if (!isMeant || last === undefined || (path.length === 1 && isDeclared(to))) continue;
    if (last.form === 'quoted' || IDENTIFIER.test(to)) occurrences.set(last.from, last);
  }
  const lastFirst = [...occurrences.values()].sort((a, b) => b.from - a.from);
  const text = lastFirst.reduce(
    (edited, found) => edited.slice(0, found.from) + written(found, to, edited) + edited.slice(found.to),
    formula.text,
  );
  return { text, count: occurrences.size };
}

/** The new name in the notation of the old one. */
function written({ name, form, from }: NameOccurrence, to: string, text: string): string {
  if (form === 'made') return `${name}: ${to}`;
  if (form === 'taken') return `${to}: ${name}`;
  if (form === 'plain') return to;
  const quote = text.charAt(from);
  return quote + to.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}
