import { pathsOf, type ScopePath } from './scope-name.ts';
import type { Scope } from './scope.ts';

/** The completions at a caret, and the range of text they replace. */
export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly ScopePath[];
}

const MAX_OPTIONS = 8;

/** The completions at a caret; undefined for none. In a template only between `{{` and `}}`. */
export function completionsAt(
  text: string,
  caret: number,
  { mode, scope }: { mode: 'expression' | 'template'; scope: Scope },
): Completions | undefined {
  const before = text.slice(0, caret);
  if (mode === 'template' && before.lastIndexOf('{{') <= before.lastIndexOf('}}')) return undefined;
  const word = /[A-Za-z_$][\w$.?]*$/.exec(before)?.[0] ?? '';
  const isInText = endsInText(mode === 'template' ? before.slice(before.lastIndexOf('{{')) : before);
  const follows = before.slice(0, before.length - word.length).trimEnd();
  if (isInText || (word === '' && mode === 'expression') || /[.)\]\w]$/.test(follows)) return undefined;
  const wanted = plain(word);
  const paths = pathsOf(scope);
  const fitting = paths.filter(({ path }) => plain(path).startsWith(wanted));
  const within = wanted.length < 2 ? [] : paths.filter(({ path }) => plain(path).includes(`.${wanted}`));
  const options = [...new Set([...fitting, ...within])].slice(0, MAX_OPTIONS);
  if (options.length === 0 || options.some(({ path }) => path === word)) return undefined;
  return { from: caret - word.length, to: caret, options };
}

/** True when code ends within a text that is not closed. */
function endsInText(code: string): boolean {
  return /["'`]/.test(code.replaceAll(/(["'`])(?:\\[^]|(?!\1)[^\\])*\1/g, ''));
}

/** A text, and the caret's position in it. */
export interface Insertion {
  readonly text: string;
  readonly caret: number;
}

/**
 * The insertion of a name into a template: with closing braces unless they exist. The caret goes after the braces of a whole
 * name; before them when fields may follow.
 */
export function insertionOf({ path, isWhole }: ScopePath, after: string): Insertion {
  const [braces] = /^\s*\}\}/.exec(after) ?? [];
  const text = braces === undefined ? `${path} }}` : path;
  return { text, caret: isWhole ? text.length + (braces ?? '').length : path.length };
}

/**
 * The result of a key in a template that inserts nothing: a brace or a space that is there already, or a brace that closes a
 * completion again. Undefined for other keys. @param end the caret's position after the latest completion
 */
export function typedInstead(
  typed: string,
  { text, caret }: Insertion,
  end: number | undefined,
): Insertion | undefined {
  const after = text.slice(caret);
  if ((typed === '}' && after.startsWith('}')) || (typed === ' ' && after.startsWith(' }}')))
    return { text, caret: caret + 1 };
  const before = text.slice(0, caret).trimEnd();
  const isClosedAgain = typed === '}' && before.length === end && before.endsWith('}}');
  return isClosedAgain ? { text: before + after, caret: before.length } : undefined;
}

function plain(path: string): string {
  return path.replaceAll('?.', '.').toLowerCase();
}
