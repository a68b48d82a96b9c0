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
