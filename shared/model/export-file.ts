import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import { TERMINAL_RUN_STATUSES, TERMINAL_SESSION_STATUSES } from './status.ts';
import { pathText } from '../values/json-path.ts';
import { repeatedField } from '../values/repeated-field.ts';
import { messageOf } from '../values/message-of.ts';
import { COLLECTION_NAMES, type CollectionName } from '../registry/collections.ts';
import { parseJson } from '../values/json.ts';

/** An export; a workspace file counts as one without state. */
export interface ExportFile {
  readonly version: 1;
  readonly workspace: Json;
  readonly state?: Json[];
}

/** Parses an export or a workspace file. Throws an error with the problem. */
export function readExport(text: string): ExportFile {
  const json = parse(text);
  const repeated = repeatedField(text);
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

/** Runs, sessions and requests for approval in the state of an export that have not ended: these are held. */
export function unfinishedIn({ state = [] }: ExportFile): { runs: number; sessions: number; requests: number } {
  const entities = (kind: string): JsonObject[] =>
    state.flatMap((record) => {
      const entity = isJsonObject(record) && record['kind'] === kind ? record['entity'] : undefined;
      return isJsonObject(entity) ? [entity] : [];
    });
  const open = (kind: string, ended: ReadonlySet<unknown>): number =>
    entities(kind).filter(({ status }) => !ended.has(status)).length;
  return {
    runs: open('run', TERMINAL_RUN_STATUSES),
    sessions: open('session', TERMINAL_SESSION_STATUSES),
    requests: entities('request').filter(({ approvedAt, rejectedAt }) => approvedAt === null && rejectedAt === null)
      .length,
  };
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
