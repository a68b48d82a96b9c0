import type { CodeFile } from '../../../../shared/definitions/code-file.ts';
import type { DefinitionProblem } from '../../../../shared/definitions/definition-problem.ts';
import type { Resource } from '../../../../shared/model/workspace.ts';
import type { Task } from '../../../../shared/model/task.ts';

/** A folder of definition files, or files by a pattern. */
export interface Selection {
  /** Absolute folder that the files lie in. */
  readonly root: string;
  /** Pattern of their paths from the folder; every definition file when absent. */
  readonly pattern?: string;
  /** Absolute folder that the names of files in answers begin from. */
  readonly base: string;
  /** Absolute folder in which runs look for the files, when it is not the root. */
  readonly home?: string;
}

/** Folders to read, and their surroundings. */
export interface ReadRequest {
  readonly selections: readonly Selection[];
  /** Absolute base of the paths in behaviors. */
  readonly workspaceFolder: string;
  /** The SDK's word; `undefined` to find it. */
  readonly word: string | undefined;
  /** The program of Python tasks. */
  readonly python: string;
  /** Files to leave out, since reading them has taken too long. */
  readonly skipped: readonly string[];
}

/** Files with definitions inside code, of one project and language. */
export interface CodeGroup {
  readonly language: 'node' | 'python';
  readonly files: readonly string[];
  /** Working folder. */
  readonly cwd: string;
  /** Environment variables of the project; values that name a config variable are templates. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The text of a definition that was read: JSON of `FileTask`, or of `FileNote` for one that is not served. */
export interface ReadFile {
  /** Absolute path. */
  readonly file: string;
  /** JSON of `FileOutcome`. */
  readonly text: string;
}

/** Everything that was read beside the definitions. */
export interface ReadRest {
  readonly word: string | undefined;
  readonly problems: readonly DefinitionProblem[];
  /** The resources of `WORD.dev.yaml`, for the default environment. */
  readonly resources: readonly SourcedResource[];
  readonly config: Readonly<Record<string, string>>;
}

/** A resource of `WORD.dev.yaml`. */
export interface SourcedResource {
  readonly resource: Resource;
  readonly file: string;
}

/** Messages to the reader's thread. */
export type ToReader =
  | { readonly type: 'read'; readonly request: ReadRequest }
  | { readonly type: 'code'; readonly files: readonly CodeFile[] };

/** Messages of the reader's thread. */
export type FromReader =
  /** The file that is being read: the one at fault when nothing more comes. */
  | { readonly type: 'at'; readonly file: string }
  | {
      readonly type: 'found';
      readonly word: string | undefined;
      readonly groups: readonly CodeGroup[];
      /** Changes with every file that code may consist of. */
      readonly version: string;
    }
  | { readonly type: 'files'; readonly files: readonly ReadFile[] }
  | { readonly type: 'read'; readonly rest: ReadRest }
  /** Something in the folders has changed. */
  | { readonly type: 'changed' };

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
