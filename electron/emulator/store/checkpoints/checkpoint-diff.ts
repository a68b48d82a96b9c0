import type { CheckpointDiff, RecordChanges } from '../../../../shared/contract/emulator/checkpoints.ts';
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../../../shared/values/json.ts';
import type { EmulatorContent } from '../../engine/context/ports.ts';
import type { LoadedContent } from './checkpoint-file.ts';
import { definitionChanges } from './definition-diff.ts';

/** Maximum number of rows in each list. */
const MAX_ROWS = 1000;

/** Lists of the answer by kind of record. */
const LISTS = { run: 'runs', session: 'sessions', prompt: 'prompts' } as const;
type ComparedKind = keyof typeof LISTS;

/** Compares two contents. */
export function contentDiff(from: LoadedContent, to: EmulatorContent): CheckpointDiff {
  const rows = new Rows();
  const definitions = rows.first(definitionChanges(from.workspace, to.workspace));
  const before = new Map<string, JsonObject>();
  for (const record of from.state) {
    const found = identified(record);
    if (found !== undefined) before.set(`${found.kind} ${found.id}`, found.record);
  }
  const changes = { runs: noChanges(), sessions: noChanges(), prompts: noChanges() };
  for (const record of to.state) {
    const found = identified(record);
    if (found === undefined) continue;
    const key = `${found.kind} ${found.id}`;
    const known = before.get(key);
    const { added, changed } = changes[LISTS[found.kind]];
    if (known === undefined) rows.add(added, found.id);
    else {
      before.delete(key);
      const fields = changedFields(known, found.record);
      if (fields.length > 0) rows.add(changed, { id: found.id, fields });
    }
  }
  for (const record of before.values()) {
    const found = identified(record);
    if (found !== undefined) rows.add(changes[LISTS[found.kind]].removed, found.id);
  }
  return { definitions, ...changes, more: rows.leftOut };
}

/** Limits lists, and counts the omitted rows. */
class Rows {
  leftOut = 0;

  add<Row>(list: Row[], row: Row): void {
    if (list.length < MAX_ROWS) list.push(row);
    else this.leftOut += 1;
  }

  first<Row>(list: readonly Row[]): Row[] {
    this.leftOut += Math.max(0, list.length - MAX_ROWS);
    return list.slice(0, MAX_ROWS);
  }
}

function noChanges(): RecordChanges {
  return { added: [], changed: [], removed: [] };
}

interface Identified {
  readonly kind: ComparedKind;
  readonly id: string;
  readonly record: JsonObject;
}

/** A run, session or prompt with its ID; `undefined` for other records. */
function identified(record: Json): Identified | undefined {
  if (!isJsonObject(record)) return undefined;
  const { kind, entity } = record;
  if (kind !== 'run' && kind !== 'session' && kind !== 'prompt') return undefined;
  return isJsonObject(entity) && typeof entity['id'] === 'string' ? { kind, id: entity['id'], record } : undefined;
}

/** Names of the fields that differ; `logs` for the log of a run. */
function changedFields(before: JsonObject, after: JsonObject): string[] {
  const [old, now] = [entityOf(before), entityOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const fields = names.filter((name) => !jsonEqual(old[name], now[name]));
  return jsonEqual(before['logs'], after['logs']) ? fields : [...fields, 'logs'];
}

function entityOf({ entity }: JsonObject): JsonObject {
  return isJsonObject(entity) ? entity : {};
}
