import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { isJsonObject, type Json } from '../../shared/model/json.ts';
import type { Workspace } from '../../shared/model/workspace.ts';
import { checkWorkspace } from './workspace-check.ts';
import { pathText, WorkspaceError, type JsonPath, type Problem } from './workspace-error.ts';
import { parseWorkspace } from './workspace-schema.ts';

/** A version of the workspace: the author's text, what it says, and what that means. */
export interface WorkspaceDocument {
  readonly text: string;
  readonly authored: { readonly [key: string]: Json };
  readonly workspace: Workspace;
  /** Sentences about references to what does not exist. */
  readonly warnings: readonly string[];
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Reads the text of a workspace file. Throws `WorkspaceError`, which names `file` and the place in it. */
export function readDocument(text: string, file: string): WorkspaceDocument {
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
  const describe = (problems: readonly Problem[]): WorkspaceError => problemsError(problems, { content, tree, file });
  const parsed = parseWorkspace(authored);
  if ('problems' in parsed) throw describe(parsed.problems);
  const { problems, warnings } = checkWorkspace(parsed.workspace);
  if (problems.length > 0) throw describe(problems);
  return { text, authored, workspace: parsed.workspace, warnings };
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
