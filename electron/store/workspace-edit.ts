import { applyEdits, findNodeAtLocation, parseTree, type Edit, type Node } from 'jsonc-parser';
import { isJsonObject, jsonEqual, type Json } from '../../shared/model/json.ts';
import { formatJson, oneLine, styleAt, type Style } from './json-format.ts';
import type { JsonPath } from './workspace-error.ts';

/** A step of an edit; paths count in the text as it is after the steps before. */
type Step =
  | { readonly do: 'replace'; readonly path: JsonPath; readonly value: Json }
  | { readonly do: 'insert'; readonly path: JsonPath; readonly value: Json; readonly order: readonly string[] }
  | { readonly do: 'remove'; readonly path: JsonPath }
  /** Each place of a list takes the item that lies at the place named. */
  | { readonly do: 'arrange'; readonly path: JsonPath; readonly from: readonly number[] };

/** What is longer goes over several lines, unless everything around it is in one. */
const LONGEST_LINE = 120;

const BYTE_ORDER_MARK = '\uFEFF';

type Origins = ReadonlyMap<Json, Json>;

/** The author's text with as little changed as makes it say the new value; the rest keeps its form to the letter. */
export function editText(text: string, before: Json, after: Json, origins: Origins): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return BYTE_ORDER_MARK + editText(text.slice(1), before, after, origins);
  const steps = [...stepsBetween(before, after, { path: [], origins })];
  return steps.reduce((edited, step) => applyEdits(edited, editOf(edited, step)), text);
}

interface Where {
  readonly path: JsonPath;
  readonly origins: Origins;
}

function* stepsBetween(before: Json, after: Json, where: Where): Generator<Step, void, undefined> {
  if (before === after || jsonEqual(before, after)) return;
  if (isJsonObject(before) && isJsonObject(after)) yield* recordSteps(before, after, where);
  else if (Array.isArray(before) && Array.isArray(after)) yield* listSteps(before, after, where);
  else yield { do: 'replace', path: where.path, value: after };
}

type Fields = { readonly [key: string]: Json };

function* recordSteps(before: Fields, after: Fields, { path, origins }: Where): Generator<Step, void, undefined> {
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) yield { do: 'remove', path: [...path, key] };
  const order = Object.keys(after);
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (old === undefined) yield { do: 'insert', path: [...path, key], value, order };
    else yield* stepsBetween(old, value, { path: [...path, key], origins });
  }
}

function* listSteps(before: readonly Json[], after: readonly Json[], where: Where): Generator<Step, void, undefined> {
  const { path, origins } = where;
  const places = placesOf(before, after, origins);
  for (let i = before.length - 1; i >= 0; i--) if (!places.includes(i)) yield { do: 'remove', path: [...path, i] };
  const wanted = places.filter((place) => place !== -1);
  const lying = [...wanted].sort((a, b) => a - b);
  if (wanted.some((place, i) => place !== lying[i])) {
    yield { do: 'arrange', path, from: wanted.map((place) => lying.indexOf(place)) };
  }
  for (const [i, item] of after.entries()) {
    const old = before[places[i] ?? -1];
    if (old === undefined) yield { do: 'insert', path: [...path, i], value: item, order: [] };
    else yield* stepsBetween(old, item, { path: [...path, i], origins });
  }
}

/** For each item the place of the old one that it was, each used once; -1 for a new one. */
function placesOf(before: readonly Json[], after: readonly Json[], origins: Origins): number[] {
  const taken = new Set<number>();
  return after.map((item) => {
    const place = before.findIndex((old, i) => !taken.has(i) && (old === item || origins.get(item) === old));
    if (place !== -1) taken.add(place);
    return place;
  });
}

function editOf(text: string, step: Step): Edit[] {
  const tree = parseTree(text);
  const parent = tree === undefined ? undefined : findNodeAtLocation(tree, step.path.slice(0, -1));
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [...step.path]);
  if (step.do === 'insert') return parent === undefined ? [] : [insertion(text, parent, step)];
  if (node === undefined) return [];
  if (step.do === 'arrange') return arrangement(text, node, step.from);
  if (step.do === 'remove') return [removal(text, node.parent?.type === 'property' ? node.parent : node)];
  return [{ offset: node.offset, length: node.length, content: formatJson(step.value, styleAt(text, node)) }];
}

function arrangement(text: string, { children = [] }: Node, from: readonly number[]): Edit[] {
  return children.flatMap(({ offset, length }, i) => {
    const item = children[from[i] ?? i];
    return item === undefined ? [] : [{ offset, length, content: text.slice(item.offset, item.offset + item.length) }];
  });
}

function insertion(text: string, parent: Node, { path, value, order }: Extract<Step, { do: 'insert' }>): Edit {
  const style = styleAt(text, parent);
  const key = path.at(-1) ?? 0;
  const siblings = parent.children ?? [];
  const index = typeof key === 'number' ? key : placeAmong(siblings, key, order);
  const isShort = style.isOneLine || (siblingsAreShort(text, siblings) && oneLine(value).length <= LONGEST_LINE);
  const within: Style = {
    ...style,
    indent: style.indent + style.step,
    isOneLine: isShort && typeof value === 'object',
  };
  const content = (typeof key === 'string' ? `${JSON.stringify(key)}: ` : '') + formatJson(value, within);
  const line = style.isOneLine ? '' : `${style.newline}${within.indent}`;
  const [previous, next] = [siblings[index - 1], siblings[index]];
  if (previous !== undefined) {
    return { offset: previous.offset + previous.length, length: 0, content: `,${line || ' '}${content}` };
  }
  if (next !== undefined) return { offset: next.offset, length: 0, content: `${content},${line || ' '}` };
  const pad = parent.type === 'object' ? ' ' : '';
  const inside = style.isOneLine ? `${pad}${content}${pad}` : `${line}${content}${style.newline}${style.indent}`;
  return { offset: parent.offset + 1, length: parent.length - 2, content: inside };
}

/** Fields keep the order of the schema as far as the author does. */
function placeAmong(siblings: readonly Node[], key: string, order: readonly string[]): number {
  const earlier = new Set(order.slice(0, order.indexOf(key)));
  let place = 0;
  siblings.forEach((sibling, i) => {
    if (earlier.has(String(sibling.children?.[0]?.value))) place = i + 1;
  });
  return place;
}

/** True when the author writes the things of this list each in one line. */
function siblingsAreShort(text: string, siblings: readonly Node[]): boolean {
  const things = siblings
    .map((sibling) => (sibling.type === 'property' ? sibling.children?.[1] : sibling))
    .filter((node) => node !== undefined)
    .filter(({ type, children }) => (type === 'object' || type === 'array') && (children ?? []).length > 0);
  return things.length > 0 && things.every(({ offset, length }) => !text.slice(offset, offset + length).includes('\n'));
}

function removal(text: string, node: Node): Edit {
  const siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  const end = node.offset + node.length;
  if (previous !== undefined) {
    const start = previous.offset + previous.length;
    return { offset: start, length: end - start, content: '' };
  }
  if (next !== undefined) return { offset: node.offset, length: next.offset - node.offset, content: '' };
  const parent = node.parent;
  if (parent === undefined) return { offset: node.offset, length: node.length, content: text.slice(node.offset, end) };
  return { offset: parent.offset + 1, length: parent.length - 2, content: '' };
}
