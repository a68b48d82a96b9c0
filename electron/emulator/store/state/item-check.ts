import type { z } from 'zod';
import { STORED_IDS } from '../../../../shared/registry/ids.ts';
import type { EntityKind, StateEntities } from '../../engine/context/records.ts';
import { isCommonField, isCommonRun, isLogTuple } from './common-run.ts';
import { type CheckedItem, ENTITY_KINDS, type StoredRun } from './items.ts';
import { STORED_RECORDS } from './record-schemas.ts';
import { runRecord } from '../../engine/runs/run-record.ts';
import { isList } from '../../../../shared/values/json.ts';

/** A line of a state file, checked. */
interface CheckedLine {
  /** The valid items; none in a header. */
  readonly items: readonly CheckedItem[];
  /** A sentence for each omitted item. */
  readonly problems: readonly string[];
}

/** A value in the current form, or the reason that it is invalid. */
export type Checked<T> = { readonly value: T } | { readonly problem: string };

/** Checks the items of a line. Its checksum proves that it is complete, not who wrote it. */
export function checkedLine(line: object): CheckedLine {
  if (!('items' in line)) return { items: [], problems: [] };
  if (!isList(line.items)) return { items: [], problems: ['items must be a list'] };
  const items: CheckedItem[] = [];
  const problems: string[] = [];
  for (const item of line.items) {
    const checked = checkedItem(item);
    if ('value' in checked) items.push(checked.value);
    else problems.push(checked.problem);
  }
  return { items, problems };
}

/** Checks an item of a line and fills in defaults. */
function checkedItem(item: unknown): Checked<CheckedItem> {
  if (!isList(item)) return { problem: 'an item must be a list' };
  return (
    ITEM_CHECKS.get(item[0])?.(item) ?? {
      problem: 'the kind of this item is unknown; a newer Hangar may have written it',
    }
  );
}

type Check = (item: readonly unknown[]) => Checked<CheckedItem>;

const ITEM_CHECKS: ReadonlyMap<unknown, Check> = new Map<string, Check>([
  ['put', ([, kind, entity]) => checkedPut(kind, entity)],
  ['patch', ([, kind, id, changed, missing]) => checkedPatch(kind, id, changed, missing)],
  ['remove', ([, kind, id]) => checkedRemoval(kind, id)],
  ['logs', ([, runID, lines]) => checkedLogs(runID, lines)],
  ['clear', ([, kinds]) => checkedClearing(kinds)],
]);

function checkedPut(kind: unknown, entity: unknown): Checked<CheckedItem> {
  if (!isKind(kind)) return { problem: 'the kind of this entity is unknown; a newer Hangar may have written it' };
  const checked = checkedEntity(kind, entity);
  return 'problem' in checked ? checked : { value: ['put', kind, checked.value] };
}

/** Checks an entity as stored in a file. */
function checkedEntity<Kind extends EntityKind>(kind: Kind, entity: unknown): Checked<StateEntities[Kind]> {
  if (typeof entity !== 'object' || entity === null) return { problem: `${kind}: must be an object` };
  // The kind determines the entity type; TypeScript does not follow.
  if (kind === 'run' && isCommonRun(entity)) return { value: runRecord(entity) as StateEntities[Kind] };
  // Files omit default fields of runs.
  const result = STORED_RECORDS[kind].safeParse(kind === 'run' ? runRecord(entity as StoredRun) : entity);
  if (result.success) {
    const value = kind === 'run' ? runRecord(result.data as StoredRun) : result.data;
    // TypeScript compares the schema of each kind with its record.
    return { value: value as StateEntities[Kind] };
  }
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).map(String).join('.').slice(0, 100);
  return { problem: `${kind} ${path}: ${issue?.message ?? 'is invalid'}` };
}

/** Fields of each kind by name. */
const FIELDS: ReadonlyMap<EntityKind, ReadonlyMap<string, z.ZodType>> = new Map(
  ENTITY_KINDS.map((kind) => [
    kind,
    // A blueprint is identified by what it contains, which does not change.
    new Map(Object.entries<z.ZodType>(kind === 'blueprint' ? { id: STORED_IDS.digest } : STORED_RECORDS[kind].shape)),
  ]),
);

function checkedPatch(kind: unknown, id: unknown, changed: unknown, missing: unknown): Checked<CheckedItem> {
  if (!isKind(kind) || !isId(kind, id)) return { problem: 'a change must have the kind and ID of its entity' };
  if (typeof changed !== 'object' || changed === null || !Array.isArray(missing))
    return { problem: `${kind}: a change must be an object and a list of fields` };
  const fields = FIELDS.get(kind);
  const gone = missing.filter((name): name is string => typeof name === 'string');
  const isOptional = (name: string): boolean => fields?.get(name)?.safeParse(undefined).success === true;
  if (gone.length < missing.length || !gone.every(isOptional))
    return { problem: `${kind}: a required field of every ${kind} is removed` };
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (kind === 'run' && name !== 'id' && isCommonField(name, value) && value !== undefined) {
      values[name] = value;
      continue;
    }
    const result = fields?.get(name)?.safeParse(value);
    if (result?.success !== true || (name === 'id' && value !== id))
      return {
        problem: `${kind} ${name.slice(0, 100)}: ${result?.error?.issues[0]?.message ?? 'is not a field that can change'}`,
      };
    values[name] = result.data;
  }
  return { value: ['patch', kind, id, values, gone] };
}

function checkedRemoval(kind: unknown, id: unknown): Checked<CheckedItem> {
  return isKind(kind) && isId(kind, id)
    ? { value: ['remove', kind, id] }
    : { problem: 'a removal must have the kind and ID of its entity' };
}

function checkedLogs(runID: unknown, lines: unknown): Checked<CheckedItem> {
  if (!isId('run', runID)) return { problem: 'log lines must name their run' };
  return Array.isArray(lines) && lines.every(isLogTuple)
    ? { value: ['logs', runID, lines] }
    : { problem: 'log lines must be lists of five values' };
}

function checkedClearing(kinds: unknown): Checked<CheckedItem> {
  return Array.isArray(kinds) && kinds.every(isKind)
    ? { value: ['clear', kinds] }
    : { problem: 'a clearing must have a list of kinds' };
}

const KINDS: ReadonlySet<unknown> = new Set(ENTITY_KINDS);

function isKind(value: unknown): value is EntityKind {
  return KINDS.has(value);
}

function isId(kind: EntityKind, value: unknown): value is string {
  if (kind === 'run' && isCommonField('id', value)) return true;
  return FIELDS.get(kind)?.get('id')?.safeParse(value).success === true;
}
