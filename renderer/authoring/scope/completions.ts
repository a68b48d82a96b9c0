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
  const isInText = /["'`][^"'`]*$/.test(mode === 'template' ? before.slice(before.lastIndexOf('{{')) : before);
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

/** The text that a completion inserts into a template: the name, and closing braces unless they exist. */
export function withBraces(path: string, after: string): string {
  return /^\s*\}\}/.test(after) ? path : `${path} }}`;
}

/** True when the typed character already follows, before the end of a template: the caret then only moves. */
export function isTypedOver(typed: string, after: string): boolean {
  return (typed === '}' && after.startsWith('}')) || (typed === ' ' && after.startsWith(' }}'));
}

function plain(path: string): string {
  return path.replaceAll('?.', '.').toLowerCase();
}
