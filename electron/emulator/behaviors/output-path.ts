import { isJsonObject, ownField, type Json } from '../../../shared/values/json.ts';
import { OUTPUT_LIMITS } from './limits.ts';

/** A path into an output: keys of objects and indexes of lists, from the outermost inwards; empty for the whole. */
export type OutputPath = readonly (string | number)[];

/** A path of an output line, and the text after it. */
interface ReadPath {
  readonly path: OutputPath;
  readonly rest: string;
}

const KEY = /[^\s.[\]"]+/y;
const INDEX = /\[(\d{1,9})\]/y;
const QUOTED_KEY = /\[("(?:[^"\\]|\\.)*")\]/y;

/**
 * Reads a path such as `a.b[3]["odd key"].c`, up to the first space that is not part of a key. Returns a problem for a path that
 * is not one. Source: docs/task-runtime.md, "Set outputs by lines".
 */
export function readOutputPath(text: string): ReadPath | { readonly problem: string } {
  // Matching the pattern against a longer text could overflow the stack.
  const head = text.slice(0, OUTPUT_LIMITS.pathCharacters + 1);
  const path: (string | number)[] = [];
  let at = 0;
  /** Matches the pattern at the current position. */
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(head);
    if (match !== null) at += match[0].length;
    return match;
  };
  while (at < head.length && !isSpace(head, at)) {
    if (path.length === OUTPUT_LIMITS.depth) return { problem: `its path has more than ${OUTPUT_LIMITS.depth} parts` };
    const part = head[at] === '[' ? bracket(take) : key(take, at, head);
    if (part === undefined)
      return { problem: `its path is not like a.b[3]["odd key"].c, of at most ${longest()} characters` };
    path.push(part);
  }
  if (at > OUTPUT_LIMITS.pathCharacters) return { problem: `its path has more than ${longest()} characters` };
  return { path, rest: text.slice(at) };
}

const longest = (): string => OUTPUT_LIMITS.pathCharacters.toLocaleString('en');
const DOT = /\./y;

type Take = (pattern: RegExp) => RegExpExecArray | null;

/** Reads a key, after a dot when it is not the first part. */
function key(take: Take, at: number, text: string): string | undefined {
  if (at > 0 && text[at] === '.') take(DOT);
  else if (at > 0) return undefined;
  return take(KEY)?.[0];
}

function bracket(take: Take): string | number | undefined {
  const index = take(INDEX)?.[1];
  if (index !== undefined) return Number(index);
  const quoted = take(QUOTED_KEY)?.[1];
  return quoted === undefined ? undefined : keyOf(quoted);
}

function keyOf(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}

/** A path that does not exist in the current output. */
export class OutputPlaceError extends Error {
  override readonly name = 'OutputPlaceError';
}

/** Throws an `OutputPlaceError` for a path that cannot be set in the output. Missing values and null can become any container. */
export function assertPlace(output: Json | undefined, path: OutputPath, change: 'set' | 'append' = 'set'): void {
  let value = output ?? null;
  for (const [i, part] of path.entries()) {
    const problem = placeProblem(value, part);
    if (problem !== undefined) throw new OutputPlaceError(`${placeName(path.slice(0, i))} ${problem}`);
    value = partOf(value, part);
  }
  if (change === 'append' && value !== null && !Array.isArray(value))
    throw new OutputPlaceError(`${placeName(path)} is not a list`);
}

function placeProblem(value: Json, part: string | number): string | undefined {
  if (typeof part === 'string') return value === null || isJsonObject(value) ? undefined : 'is not an object';
  if (value !== null && !Array.isArray(value)) return 'is not a list';
  const length = value?.length ?? 0;
  if (part <= length + OUTPUT_LIMITS.gap) return undefined;
  return `has ${length} items, and the index ${part} is more than ${OUTPUT_LIMITS.gap.toLocaleString('en')} beyond them`;
}

function partOf(value: Json, part: string | number): Json {
  if (typeof part === 'number') return Array.isArray(value) ? (value[part] ?? null) : null;
  return isJsonObject(value) ? (ownField(value, part) ?? null) : null;
}

/** Maximum length of a path in a message, in characters. */
const SHOWN = 100;

function placeName(path: OutputPath): string {
  const text = path.map((part) =>
    typeof part === 'string' && /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  const whole = text.join('');
  return `the output${whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole}`;
}
