import type { DefinitionProblem } from '../../../../shared/definitions/definition-problem.ts';
import type { SourcedResource } from './messages.ts';
import type { Task } from '../../../../shared/model/task.ts';

/** The note about a file `.env` beside a task. */
export const ENV_NOTE = '.env is not read: give its variables in envVars';

/** A definition in a file: a task that is served, or something that is not. */
export interface FileDefinition {
  readonly slug: string;
  /** The kind; `view` for a view. */
  readonly kind: string;
  readonly line: number;
  readonly notEmulated: readonly string[];
  /** Absent when it is refused or no task. */
  readonly task?: Task;
  /** Its files `WORD.dev.yaml`, the nearest first; absent when there is one at most. */
  readonly developments?: readonly string[];
  readonly problems: readonly DefinitionProblem[];
}

/** A file that was read. `file` is its name in answers. */
export interface FileOutcome {
  readonly file: string;
  readonly definitions: readonly FileDefinition[];
  /** Problems of the file itself. */
  readonly problems: readonly DefinitionProblem[];
}

/** All files, and what lies beside them. */
export interface DefinitionSet {
  readonly word: string | undefined;
  readonly files: readonly FileOutcome[];
  readonly problems: readonly DefinitionProblem[];
  readonly resources: readonly SourcedResource[];
  readonly config: Readonly<Record<string, string>>;
}

/** No definitions. */
export const NOTHING_READ: DefinitionSet = { word: undefined, files: [], problems: [], resources: [], config: {} };
