import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { hasMoreValues } from '../values/limited.ts';
import { COUNTS, MAX_LEVELS } from '../values/limits.ts';
import { jsonProblem } from '../values/json-problem.ts';
import { asJson, pathText, type JsonPath } from '../values/json.ts';
import { messageOf } from '../values/messages.ts';
import type { Place, ReadText } from './definition-problem.ts';

/** A text that is no YAML of a definition, and the place of its first mistake. */
interface UnreadText extends Place {
  readonly message: string;
}

const START: Place = { line: 1, column: 1 };

/** Maximum number of values that aliases stand for. */
const MAX_ALIASED = 100;

/** Tags of the core schema, which may be written out. */
const CORE_TAG = /^tag:yaml\.org,2002:(?:map|seq|str|null|bool|int|float)$/;

/**
 * Parses one document of YAML 1.2, core schema, of which JSON is a part: no custom tags, no repeated keys, few aliases. A hostile
 * text can take minutes: it is for a thread with a time limit.
 */
export function readYaml(text: string): ReadText | UnreadText {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return line === 0 ? START : { line, column: col };
  };
  try {
    const document = parseDocument(text, {
      ...({ version: '1.2', schema: 'core', merge: false, logLevel: 'error' } as const),
      // Keys are compared below: the parser compares each with all others.
      ...{ uniqueKeys: false, prettyErrors: false, lineCounter: lines },
    });
    const [error] = document.errors;
    if (error !== undefined) return { ...placeAt(error.pos[0]), message: `is no valid YAML: ${error.message}` };
    const forbidden = forbiddenPart(document);
    if (forbidden !== undefined) return { ...placeAt(forbidden.offset), message: forbidden.message };
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASED });
    const message = unfitness(value);
    if (message !== undefined) return { ...START, message };
    return { value: asJson(value), placeOf: (path) => placeAt(offsetOf(document, path)) };
  } catch (error) {
    const isDeep = error instanceof RangeError;
    return { ...START, message: isDeep ? 'is nested too deeply' : `is no valid YAML: ${messageOf(error)}` };
  }
}

interface ForbiddenPart {
  readonly offset: number;
  readonly message: string;
}

/** The first custom tag, repeated key, or key that is no text. */
function forbiddenPart(document: Document): ForbiddenPart | undefined {
  let found: ForbiddenPart | undefined;
  const stop = (node: unknown, message: string): symbol => {
    found = { offset: startOf(node), message };
    return visit.BREAK;
  };
  visit(document, {
    Node: (_, node) => {
      const tag = 'tag' in node ? node.tag : undefined;
      return tag === undefined || CORE_TAG.test(tag) ? undefined : stop(node, `has the tag "${tag}"; tags are refused`);
    },
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) return stop(key, 'has a key that is no text');
        const text = String(key.value);
        if (keys.has(text)) return stop(key, `has the key "${text}" twice`);
        keys.add(text);
      }
      return undefined;
    },
  });
  return found;
}

/** The reason why a value is no definition of any kind. */
function unfitness(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'is empty';
  if (hasMoreValues(value, COUNTS.definitionValues)) return `has more than ${COUNTS.definitionValues} values`;
  const problem = jsonProblem(value, MAX_LEVELS);
  return problem === undefined ? undefined : `${pathText(problem.path)} ${problem.message}`.trimStart();
}

/** The position of the deepest field of a path that exists: that of its name, or of an item. */
function offsetOf(document: Document, path: JsonPath): number {
  let at: unknown = document.contents;
  let offset = startOf(at);
  for (const step of path) {
    const child = childOf(at, step);
    if (child === undefined) break;
    ({ offset } = child);
    at = child.node;
  }
  return offset;
}

function childOf(
  node: unknown,
  step: string | number,
): { readonly node: unknown; readonly offset: number } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { node: item, offset: startOf(item) };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  return isPair(pair) ? { node: pair.value, offset: startOf(pair.key) } : undefined;
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
