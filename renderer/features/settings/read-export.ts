import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { pathText } from '../../../shared/values/json-path.ts';
import { repeatedField } from '../../../shared/values/repeated-field.ts';
import { messageOf } from '../../../shared/values/message-of.ts';
import { runToEnd } from '../../../shared/values/run-to-end.ts';
import { COLLECTION_NAMES, type CollectionName } from '../../../shared/registry/collections.ts';
import { parseJson } from '../../../shared/values/json.ts';

/** An export; a workspace file counts as one without state. */
export interface ExportFile {
  readonly version: 1;
  readonly workspace: Json;
  readonly state?: Json[];
}

/** Parses an export or a workspace file. Throws an error with the problem. */
export function readExport(text: string): ExportFile {
  const json = parse(text);
  const repeated = runToEnd(repeatedField(text));
  if (repeated !== undefined) throw new Error(`${pathText(repeated.path)} is given twice.`);
  if (!isJsonObject(json)) throw new Error('Not an export of Hangar: the file is not a JSON object.');
  const { version, workspace, state } = json;
  if (version !== 1) throw new Error('Not an export of Hangar: "version" is not 1.');
  if (workspace === undefined) {
    // Workspace files have the same version.
    if (COLLECTION_NAMES.some((name) => name in json)) return { version, workspace: json };
    throw new Error('Not an export of Hangar: "workspace" is missing.');
  }
  if (state !== undefined && !Array.isArray(state)) throw new Error('"state" must be a list.');
  return { version, workspace, ...(state === undefined ? {} : { state: [...state] }) };
}

/** Number of entries of a collection in an export. */
export function countOf({ workspace }: ExportFile, name: CollectionName): number {
  const list = isJsonObject(workspace) ? workspace[name] : undefined;
  return Array.isArray(list) ? list.length : 0;
}

/** Number of runs in the state of an export; undefined without state. */
export function runsOf({ state }: ExportFile): number | undefined {
  return state?.filter((record) => isJsonObject(record) && record['kind'] === 'run').length;
}

function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`Not JSON: ${messageOf(error)}`);
  }
}
