import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isJsonObject, parseJson, type Json, type JsonObject, pathText } from '../../../../shared/values/json.ts';
import { tooDeepAt } from '../../../../shared/values/json-problem.ts';
import { MAX_LEVELS } from '../../../../shared/values/limits.ts';
import { repeatedField } from '../../../../shared/values/repeated-field.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { MAX_FILE_BYTES } from '../../files/read-file.ts';
import { offsetAt } from './json-children.ts';
import { checkWorkspace } from './workspace-check.ts';
import { WorkspaceError, type Problem } from './workspace-error.ts';
import { parseWorkspace } from './workspace-schema.ts';
import { jsonSyntaxError, withoutByteOrderMark } from '../../../../shared/values/json-text.ts';

/** A version of the workspace: the author's text, its JSON value, and the parsed workspace. */
export interface WorkspaceDocument {
  readonly text: string;
  readonly authored: JsonObject;
  readonly workspace: Workspace;
  /** Warnings about references to definitions that do not exist. */
  readonly warnings: readonly string[];
}

/** Parses the text of a workspace file. Throws `WorkspaceError`, naming `file` and the position. */
export function readDocument(text: string, file: string): WorkspaceDocument {
  const authored = parseText(text, file);
  const location = { content: withoutByteOrderMark(text), file };
  const parsed = parseWorkspace(authored);
  if ('problems' in parsed) throw problemsError(parsed.problems, location);
  const checked = checkWorkspace(parsed.workspace);
  if (checked.problems.length > 0) throw problemsError(checked.problems, location);
  return { text, authored, workspace: parsed.workspace, warnings: checked.warnings };
}

export const TOO_LARGE = `is larger than ${MAX_FILE_BYTES.workspace / 1_000_000} MB, the maximum size`;

/** The problem of a text that nests too deeply at a position. */
export function tooDeep(position: number): string {
  return `has more than ${MAX_LEVELS} levels of nesting (at position ${position})`;
}

/** True when a text exceeds the size limit of workspace files. */
export function isTooLarge(text: string): boolean {
  return Buffer.byteLength(text) > MAX_FILE_BYTES.workspace;
}

/** Strict checks: valid JSON, no repeated fields, an object. */
function parseText(text: string, file: string): JsonObject {
  const content = withoutByteOrderMark(text);
  if (content.trim() === '') {
    throw new WorkspaceError(`${file}: is empty; a workspace needs at least {"version": 1}.`);
  }
  if (isTooLarge(content)) throw new WorkspaceError(`${file}: ${TOO_LARGE}.`);
  const authored = parsed(content, file);
  const repeated = repeatedField(content);
  if (repeated !== undefined) {
    const where = `${file}:${positionOf(content, repeated.offset)}: ${pathText(repeated.path)}`;
    throw new WorkspaceError(`${where}: is given twice.`);
  }
  if (!isJsonObject(authored)) throw new WorkspaceError(`${file}:1:1: must hold a JSON object.`);
  return authored;
}

function parsed(content: string, file: string): Json {
  const deep = tooDeepAt(content);
  if (deep !== undefined) throw new WorkspaceError(`${file}:${positionOf(content, deep)}: ${tooDeep(deep)}.`);
  try {
    return parseJson(content);
  } catch {
    throw syntaxError(content, file);
  }
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

function syntaxError(content: string, file: string): WorkspaceError {
  const errors: ParseError[] = [];
  parseTree(content, errors, STRICT);
  const [error] = errors;
  if (error !== undefined) {
    return new WorkspaceError(`${file}:${positionOf(content, error.offset)}: is not valid JSON: ${wordsOf(error)}.`);
  }
  // The tolerant parser accepts some invalid texts, such as control characters in strings.
  return new WorkspaceError(`${file}: is not valid JSON: ${jsonSyntaxError(content, 'it cannot be read')}.`);
}

const MAX_PROBLEMS = 8;

function problemsError(
  problems: readonly Problem[],
  { content, file }: { content: string; file: string },
): WorkspaceError {
  const sentences = problems.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    const where = path.length === 0 ? '' : `${pathText(path)}: `;
    return `${file}:${positionOf(content, offsetAt(content, path))}: ${where}${message}.`;
  });
  if (problems.length > MAX_PROBLEMS) {
    sentences.push(`${file}: and at least ${problems.length - MAX_PROBLEMS} more.`);
  }
  return new WorkspaceError(sentences.join('\n'));
}

/** Line and column, counted from 1. */
function positionOf(content: string, offset: number): string {
  const before = content.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}

/** Converts `CommaExpected` to words. */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
