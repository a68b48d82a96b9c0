import type { JsonPath } from '../values/json-path.ts';

/** The kinds of definitions that other definitions refer to by slug, ID or e-mail address. */
export type ReferenceTarget = 'task' | 'runbook' | 'resource' | 'environment' | 'group' | 'user';

/** A place in a definition that refers to another definition. */
export interface ReferencePlace {
  /** Fields from the definition down; `EACH` matches every item of a list and every field of an object. */
  readonly at: JsonPath;
  readonly what: ReferenceTarget;
}

/** An authored collection of the workspace. */
export interface CollectionEntry {
  /** The singular for sentences: `the API key "…"`. */
  readonly noun: string;
  /** The heading of a list of its definitions. */
  readonly label: string;
  /** The path after `/_emulator/`. */
  readonly path: string;
  /** The unique field that a definition's ID is derived from, and that other definitions refer to. */
  readonly key: 'slug' | 'email' | 'key';
  readonly idKind: string;
  readonly idPrefix: string;
  /** The target kind of references by key; null when nothing refers to its definitions by key. */
  readonly renamedAs: ReferenceTarget | null;
  readonly references: readonly ReferencePlace[];
  /** Set for a list of rules of the test lab: it has its own endpoints, and contains rules that are not in the file. */
  readonly isRules?: true;
}

/** Each item of a list, each field of an object. */
export const EACH = '*';

/** The steps of a task and the blocks of a runbook. */
export const STEP: JsonPath = ['behavior', 'steps', EACH];

export const BLOCK: JsonPath = ['blocks', EACH];
