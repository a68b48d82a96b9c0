import type { DefinitionChange } from '../../../../shared/contract/emulator/checkpoints.ts';
import { isJsonObject, jsonEqual, ownField, type Json, type JsonObject } from '../../../../shared/values/json.ts';

/** Fields that name an item of a list, in order of preference. */
const NAMES = ['slug', 'id', 'email', 'name'] as const;

/** The differences between two workspaces. */
export function definitionChanges(from: Json, to: Json): DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  compare({ path: '', from, to }, changes);
  return changes;
}

interface Compared {
  readonly path: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

function compare({ path, from, to }: Compared, changes: DefinitionChange[]): void {
  if (jsonEqual(from, to)) return;
  const parts = partsOf(path, from, to);
  if (parts === undefined) {
    changes.push({ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
    return;
  }
  for (const part of parts) compare(part, changes);
}

/** The parts of two objects, or of two lists; `undefined` for other values. */
function partsOf(path: string, from: Json | undefined, to: Json | undefined): Compared[] | undefined {
  if (Array.isArray(from) && Array.isArray(to)) return itemsOf(path, from, to);
  if (!isJsonObject(from) || !isJsonObject(to)) return undefined;
  return fieldsOf(path, from, to);
}

function fieldsOf(path: string, from: JsonObject, to: JsonObject): Compared[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((name) => ({
    path: path === '' ? name : `${path}.${name}`,
    from: ownField(from, name),
    to: ownField(to, name),
  }));
}

/** Items with the same name belong together; without names, those with the same index. */
function itemsOf(path: string, from: readonly Json[], to: readonly Json[]): Compared[] | undefined {
  const name = NAMES.find((field) => isNamedBy(from, field) && isNamedBy(to, field));
  if (name === undefined)
    return Array.from({ length: Math.max(from.length, to.length) }, (_, i) => ({
      path: `${path}[${i}]`,
      from: from[i],
      to: to[i],
    }));
  const parts = fieldsOf(path, byName(from, name), byName(to, name));
  // Only the order differs.
  return parts.every((part) => jsonEqual(part.from, part.to)) ? undefined : parts;
}

function isNamedBy(items: readonly Json[], field: string): boolean {
  const names = items.map((item) => nameOf(item, field));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}

function byName(items: readonly Json[], field: string): JsonObject {
  return Object.fromEntries(items.map((item) => [nameOf(item, field) ?? '', item]));
}

function nameOf(item: Json, field: string): string | undefined {
  const name = isJsonObject(item) ? item[field] : undefined;
  return typeof name === 'string' ? name : undefined;
}
