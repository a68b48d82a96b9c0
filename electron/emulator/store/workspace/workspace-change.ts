import { ApiError } from '../../../../shared/http/errors.ts';
import { jsonEqual, parseJson, plainJson, type Json } from '../../../../shared/values/json.ts';
import { DEFINITIONS, type Workspace } from '../../../../shared/model/workspace.ts';
import { tooDeepAt } from '../../../../shared/values/json-problem.ts';
import { MAX_FILE_BYTES } from '../../files/read-file.ts';
import { checkWorkspace } from './workspace-check.ts';
import {
  byCollection,
  COLLECTION_NAMES,
  COLLECTIONS,
  keyOf,
  type CollectionName,
} from '../../../../shared/registry/collections.ts';
import { editText } from './workspace-edit.ts';
import { problemsText, WorkspaceError } from './workspace-error.ts';
import { mergeWorkspace } from './workspace-merge.ts';
import { parseWorkspace } from './workspace-schema.ts';
import { isTooLarge, readDocument, tooDeep, TOO_LARGE, type WorkspaceDocument } from './workspace-text.ts';
import {
  COMMA,
  endOfString,
  isClosing,
  isOpening,
  QUOTE,
  withoutByteOrderMark,
} from '../../../../shared/values/json-text.ts';
import { derivedId } from '../../../../shared/registry/ids.ts';
import { effectiveId } from './effective-id.ts';

/**
 * Applies a change with a minimal text edit. Definitions that are the same objects as before are not checked again. Throws
 * `ApiError('invalid_request')`.
 */
export function changedDocument(document: WorkspaceDocument, edited: Workspace): WorkspaceDocument {
  const wanted = withWrittenIds(document.workspace, edited);
  const parsed = parseWorkspace(wanted, itemsOf(document.workspace));
  if ('problems' in parsed) throw new ApiError('invalid_request', problemsText(parsed.problems));
  const { workspace } = parsed;
  const { problems, warnings } = checkWorkspace(workspace);
  if (problems.length > 0) throw new ApiError('invalid_request', problemsText(problems));
  const { authored, origins } = mergeWorkspace(document.authored, document.workspace, workspace);
  const text = editText(document.text, document.authored, authored, origins);
  if (parsesTo(text, authored) && isEquivalent(authored, workspace, document.workspace)) {
    return { text, authored, workspace, warnings };
  }
  return formatDocument(authored);
}

/** Definitions of a workspace, which have been checked. */
function itemsOf(workspace: Workspace): Set<unknown> {
  const items = new Set<unknown>();
  for (const name of COLLECTION_NAMES) for (const item of workspace[name]) items.add(item);
  return items;
}

/**
 * True when the text parses to this value. Throws `ApiError('invalid_request')` for a text that exceeds the limits of a
 * start.
 */
function parsesTo(text: string, authored: Json): boolean {
  if (isTooLarge(text)) throw unreadable(TOO_LARGE);
  const content = withoutByteOrderMark(text);
  const deep = tooDeepAt(content);
  if (deep !== undefined) throw unreadable(tooDeep(deep));
  try {
    return jsonEqual(parseJson(content), authored);
  } catch {
    return false;
  }
}

function unreadable(why: string): ApiError {
  return new ApiError('invalid_request', `With this change the workspace ${why}.`);
}

/** True when the authored value means the wanted workspace, as far as that differs from the previous one. */
function isEquivalent(authored: { readonly [key: string]: Json }, wanted: Workspace, before: Workspace): boolean {
  const known = itemsOf(before);
  const lists = COLLECTION_NAMES.map((name) => {
    const items: readonly object[] = wanted[name];
    const written = authored[name] ?? [];
    if (!Array.isArray(written) || written.length !== items.length) return false;
    return items.every((item, i) => {
      if (known.has(item)) return true;
      const read = DEFINITIONS[name].safeParse(written[i]);
      return read.success && jsonEqual(plainJson({ it: read.data }), plainJson({ it: item }));
    });
  });
  const rest = parseWorkspace({ ...authored, ...byCollection(() => []) });
  return (
    lists.every(Boolean) &&
    'workspace' in rest &&
    jsonEqual(plainJson(rest.workspace.settings), plainJson(wanted.settings))
  );
}

/** Formats a workspace that came with a request as a new document. Throws `ApiError('invalid_request')`. */
export function formatDocument(authored: unknown): WorkspaceDocument {
  if (isLargeWhenIndented(JSON.stringify(authored))) throw unreadable(TOO_LARGE);
  try {
    return readDocument(`${JSON.stringify(authored, null, 2)}\n`, 'workspace');
  } catch (error) {
    throw error instanceof WorkspaceError ? new ApiError('invalid_request', error.message) : error;
  }
}

/** True when a compact JSON text would exceed the size limit once indented: deep nesting may multiply its size. */
function isLargeWhenIndented(text: string): boolean {
  let [level, size] = [0, text.length];
  for (let i = 0; i < text.length && size <= MAX_FILE_BYTES.workspace; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (isOpening(code)) level += 1;
    else if (isClosing(code)) level -= 1;
    if (code === COMMA || isOpening(code) || isClosing(code)) size += 1 + 2 * level;
  }
  return size > MAX_FILE_BYTES.workspace;
}

/**
 * Sets the IDs to write. Omits a derived ID unless it was authored. Writes the previous derived ID of a renamed item, so that its
 * identity stays.
 */
function withWrittenIds(before: Workspace, wanted: Workspace): Workspace {
  const changed = COLLECTION_NAMES.filter((name) => before[name] !== wanted[name]);
  const lists = changed.map((name) => [name, idsWritten(name, before[name], wanted[name])] as const);
  return { ...wanted, ...Object.fromEntries(lists) };
}

type Item = Workspace[CollectionName][number];

function idsWritten(collection: CollectionName, before: readonly Item[], wanted: readonly Item[]): Item[] {
  const known = new Map(before.map((item) => [effectiveId(collection, item), item]));
  const names = new Set(wanted.map((item) => keyOf(collection, item)));
  const named = wanted.map((item, i) => {
    if (item.id !== undefined) {
      const isDerived = effectiveId(collection, { ...item, id: undefined }) === item.id;
      return isDerived && known.get(item.id)?.id === undefined ? { ...item, id: undefined } : item;
    }
    const there = before[i];
    const isRenamed =
      before.length === wanted.length &&
      there !== undefined &&
      !known.has(effectiveId(collection, item)) &&
      !names.has(keyOf(collection, there));
    return isRenamed ? { ...item, id: effectiveId(collection, there) } : item;
  });
  const written = new Set(named.flatMap(({ id }) => id ?? []));
  return named.map((item) => withOwnId(collection, item, written));
}

/** Gives an item another ID when the one derived from its name belongs to an earlier item of that name. */
function withOwnId(collection: CollectionName, item: Item, written: ReadonlySet<string>): Item {
  if (item.id !== undefined || !written.has(effectiveId(collection, item))) return item;
  for (let n = 2; ; n++) {
    const id = derivedId(COLLECTIONS[collection].idKind, `${keyOf(collection, item)}/${n}`);
    if (!written.has(id)) return { ...item, id };
  }
}
