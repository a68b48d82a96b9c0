/** Tests whole texts against one pattern. */
export type Glob = (text: string) => boolean;

/**
 * Compiles a pattern: `*` stands for any characters, `?` for one. Takes at most the product of the lengths of text and pattern,
 * since only the last `*` is retried.
 */
export function compileGlob(pattern: string): Glob {
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  const prefix = pattern.slice(0, pattern.search(/[*?]/));
  if (pattern === `${prefix}*`) return (text) => text.startsWith(prefix);
  return (text) => text.startsWith(prefix) && matches(pattern, text);
}

function matches(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  /** Position in the text from which the pattern after the last `*` is tried. */
  let tried = 0;
  let i = 0;
  while (i < text.length) {
    if (at < pattern.length && pattern[at] === '*') {
      star = at++;
      tried = i;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[i])) {
      at += 1;
      i += 1;
    } else if (star >= 0) {
      at = star + 1;
      i = ++tried;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
