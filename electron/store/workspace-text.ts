import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { isJsonObject, type Json } from '../../shared/model/json.ts';
import { WORKSPACE_VERSION, type Workspace } from '../../shared/model/workspace.ts';
import { checkWorkspace } from './workspace-check.ts';
import { pathText, WorkspaceError, type JsonPath, type Problem } from './workspace-error.ts';
import { upgradedText, WORKSPACE_MIGRATIONS, type Authored } from './workspace-migrations.ts';
import { parseWorkspace } from './workspace-schema.ts';

/** A version of the workspace: the author's text, what it says, and what that means. */
export interface WorkspaceDocument {
  /** In the newest version, with as little changed as that takes. */
  readonly text: string;
  /** The version that the file is of, when it is an older one; else null. */
  readonly upgradedFrom: number | null;
  readonly authored: { readonly [key: string]: Json };
  readonly workspace: Workspace;
  /** Sentences about references to what does not exist. */
  readonly warnings: readonly string[];
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Reads the text of a workspace file. Throws `WorkspaceError`, which names `file` and the place in it. */
export function readDocument(text: string, file: string, migrations = WORKSPACE_MIGRATIONS): WorkspaceDocument {
  const written = parseText(text, file);
  const upgraded = upgradedText(text, written.authored, migrations);
  const { from } = upgraded;
  const { content, tree } = from === null ? written : parseText(upgraded.text, file);
  const describe = (problems: readonly Problem[]): WorkspaceError => problemsError(problems, { content, tree, file });
  const parsed = parseWorkspace(upgraded.authored);
  if ('problems' in parsed) throw describe(parsed.problems);
  const checked = checkWorkspace(parsed.workspace);
  if (checked.problems.length > 0) throw describe(checked.problems);
  const warnings = from === null ? checked.warnings : [outdated(file, from), ...checked.warnings];
  return {
    text: upgraded.text,
    authored: upgraded.authored,
    upgradedFrom: from,
    workspace: parsed.workspace,
    warnings,
  };
}

function outdated(file: string, from: number): string {
  return `${file} is of version ${from} and is read as version ${WORKSPACE_VERSION}. The next change made in Hangar writes it so, and keeps the old file beside it.`;
}

/** The strict parts: JSON, nothing twice, an object. */
function parseText(text: string, file: string): Place & { readonly authored: Authored } {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.trim() === '') {
    throw new WorkspaceError(`${file}: is empty; a workspace needs at least {"version": 1}.`);
  }
  const errors: ParseError[] = [];
  const tree = parseTree(content, errors, STRICT);
  const [error] = errors;
  if (error !== undefined) {
    throw new WorkspaceError(`${file}:${placeOf(content, error.offset)}: is not valid JSON: ${wordsOf(error)}.`);
  }
  if (tree === undefined) throw new WorkspaceError(`${file}: is not valid JSON.`);
  refuseTwice(content, tree, file);
  const authored = parseStrictly(content, file);
  if (!isJsonObject(authored)) throw new WorkspaceError(`${file}:1:1: must hold a JSON object.`);
  return { content, tree, file, authored };
}

/** What the tolerant parser lets pass, such as control characters in texts, the strict one does not. */
function parseStrictly(content: string, file: string): Json {
  try {
    return JSON.parse(content) as Json;
  } catch (error) {
    throw new WorkspaceError(`${file}: is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** A field that is given twice has one value that nobody sees: none of the two is taken. */
function refuseTwice(content: string, node: Node, file: string, path: JsonPath = []): void {
  const seen = new Set<string>();
  (node.children ?? []).forEach((child, i) => {
    const key = child.type === 'property' ? String(child.children?.[0]?.value) : i;
    const value = child.type === 'property' ? child.children?.[1] : child;
    if (typeof key === 'string' && seen.has(key)) {
      const where = `${file}:${placeOf(content, child.offset)}: ${pathText([...path, key])}`;
      throw new WorkspaceError(`${where}: is given twice.`);
    }
    seen.add(String(key));
    if (value !== undefined) refuseTwice(content, value, file, [...path, key]);
  });
}

const MOST_PROBLEMS = 8;

interface Place {
  readonly content: string;
  readonly tree: Node;
  readonly file: string;
}

function problemsError(problems: readonly Problem[], { content, tree, file }: Place): WorkspaceError {
  const sentences = problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => {
    const node = nearestNode(tree, path);
    const where = path.length === 0 ? '' : `${pathText(path)}: `;
    return `${file}:${placeOf(content, node.offset)}: ${where}${message}.`;
  });
  if (problems.length > MOST_PROBLEMS) sentences.push(`${file}: and ${problems.length - MOST_PROBLEMS} more.`);
  return new WorkspaceError(sentences.join('\n'));
}

/** The node of a path; of one that is missing, the node in which it is missing. */
function nearestNode(tree: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

/** Line and column, from 1. */
function placeOf(content: string, offset: number): string {
  const before = content.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}

/** `CommaExpected` as words. */
function wordsOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
