/** A definition that a rule refers to by slug or ID. */
export interface NamedFact {
  readonly id: string;
  readonly slug: string;
}

/** The subject of a request or a prompt. */
export interface SubjectFacts {
  readonly task: NamedFact | undefined;
  readonly runbook: NamedFact | undefined;
  readonly environment: NamedFact | undefined;
}

/** References of a `match`, by slug or ID. */
interface SubjectMatch {
  /** null: no task. */
  readonly task?: string | null | undefined;
  readonly runbook?: string | undefined;
  readonly environment?: string | undefined;
}

/** True when the subject has every definition that a `match` refers to. */
export function matchesSubject(match: SubjectMatch, facts: SubjectFacts): boolean {
  return (
    isNamed(match.task, facts.task) &&
    isNamed(match.runbook, facts.runbook) &&
    isNamed(match.environment, facts.environment)
  );
}

/** True when a reference is absent, refers to the fact, or is null and there is none. */
export function isNamed(reference: string | null | undefined, fact: NamedFact | undefined): boolean {
  if (reference === null) return fact === undefined;
  return reference === undefined || (fact !== undefined && (fact.slug === reference || fact.id === reference));
}

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
