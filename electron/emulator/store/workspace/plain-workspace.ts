import { plainJson, type Json } from '../../../../shared/values/json.ts';
import { memoizeByObject } from '../../../../shared/values/memoize-by-object.ts';
import type { Workspace } from '../../../../shared/model/workspace.ts';
import { COLLECTION_NAMES } from '../../../../shared/registry/collections.ts';

const plainItem = memoizeByObject(plainJson);

/** The workspace as JSON, its fields in the order of the schema. */
export function plainWorkspace(workspace: Workspace): { [key: string]: Json } {
  const whole: Record<string, Json> = { version: workspace.version, settings: plainJson(workspace.settings) };
  for (const name of COLLECTION_NAMES) {
    const items: Json[] = [];
    for (const item of workspace[name]) {
      items.push(plainItem(item));
    }
    whole[name] = items;
  }
  // In the order of the schema, which is the order of fields in a file.
  return Object.fromEntries(Object.keys(workspace).map((name) => [name, whole[name] ?? null]));
}
