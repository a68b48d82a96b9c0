import { isJsonObject, type Json } from '../../../shared/values/json.ts';
import { pathText } from '../../../shared/values/json-path.ts';
import { repeatedFieldNow } from '../../../shared/values/repeated-field.ts';

/** An export, or a workspace file taken as one without state. */
export interface ExportFile {
  readonly version: 1;
  readonly workspace: Json;
  readonly state?: Json[];
}

/** Reads what may be imported; throws a sentence that says why it is none. */
export function readExport(text: string): ExportFile {
  const json = parse(text);
  const repeated = repeatedFieldNow(text);
  if (repeated !== undefined) throw new Error(`This file gives ${pathText(repeated.path)} twice.`);
  if (!isJsonObject(json)) throw new Error('This file is no export of Hangar: it holds no object.');
  const { version, workspace, state } = json;
  if (version !== 1) throw new Error('This file is no export of Hangar: its "version" is not 1.');
  if (workspace === undefined) {
    // Workspace files have the same version.
    if (COLLECTIONS.some(({ name }) => name in json)) return { version, workspace: json };
    throw new Error('This file is no export of Hangar: it holds no "workspace".');
  }
  if (state !== undefined && !Array.isArray(state)) throw new Error('"state" must be a list.');
  return { version, workspace, ...(state === undefined ? {} : { state: [...state] }) };
}

/** The parts of a workspace that a person counts. */
export const COLLECTIONS = [
  { name: 'environments', label: 'Environments' },
  { name: 'users', label: 'Users' },
  { name: 'groups', label: 'Groups' },
  { name: 'apiKeys', label: 'API keys' },
  { name: 'resources', label: 'Resources' },
  { name: 'tasks', label: 'Tasks' },
  { name: 'runbooks', label: 'Runbooks' },
] as const;

/** How many of each an export holds. */
export function countsOf({ workspace }: ExportFile): Readonly<Record<(typeof COLLECTIONS)[number]['name'], number>> {
  const count = (name: string) => {
    const list = isJsonObject(workspace) ? workspace[name] : undefined;
    return Array.isArray(list) ? list.length : 0;
  };
  return {
    environments: count('environments'),
    users: count('users'),
    groups: count('groups'),
    apiKeys: count('apiKeys'),
    resources: count('resources'),
    tasks: count('tasks'),
    runbooks: count('runbooks'),
  };
}

/** How many runs the state of an export holds; undefined when it holds no state. */
export function runsOf({ state }: ExportFile): number | undefined {
  return state?.filter((record) => isJsonObject(record) && record['kind'] === 'run').length;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`This file is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
