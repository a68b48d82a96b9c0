/** Something that a rule names by slug or ID. */
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
export interface SubjectMatch {
  readonly task?: string | undefined;
  readonly runbook?: string | undefined;
  readonly environment?: string | undefined;
}

/** True when everything that a `match` names is what the occasion is about. */
export function matchesSubject(match: SubjectMatch, facts: SubjectFacts): boolean {
  return (
    isNamed(match.task, facts.task) &&
    isNamed(match.runbook, facts.runbook) &&
    isNamed(match.environment, facts.environment)
  );
}

/** True when a reference is absent, or names the fact. */
export function isNamed(reference: string | undefined, fact: NamedFact | undefined): boolean {
  return reference === undefined || (fact !== undefined && (fact.slug === reference || fact.id === reference));
}
