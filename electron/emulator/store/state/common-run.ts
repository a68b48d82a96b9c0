import { Origin } from '../../../../shared/contract/emulator/rows.ts';
import { fieldsOf, isJsonObject, isList } from '../../../../shared/values/json.ts';
import { COUNTS, MAX_CHARACTERS, STORED_LEVELS } from '../../../../shared/values/limits.ts';
import { RUN_STATUSES } from '../../../../shared/model/status.ts';
import { LOG_LEVELS } from '../../../../shared/model/log-level.ts';
import type { RunRecord } from '../../engine/context/records.ts';
import type { LogTuple } from './items.ts';
import { MAX_TEXT } from './record-schemas.ts';
import type { RunFields } from '../../engine/runs/run-record.ts';
import { LATEST } from '../../../../shared/values/timestamp.ts';

/**
 * Fast checks that most runs pass at a tenth of the schema's cost, since a start reads tens of thousands of runs.
 * Each check is at least as strict as the schema of its field. A value that fails one is checked by the schema.
 */

type Check = (value: unknown) => boolean;

const STATUSES: ReadonlySet<unknown> = new Set(RUN_STATUSES);
const LEVELS: ReadonlySet<unknown> = new Set(LOG_LEVELS);
const KINDS: ReadonlySet<unknown> = new Set(Origin.shape.kind.options);
const ID = /^[A-Za-z0-9_-]{1,100}$/;

const isId: Check = (value) => typeof value === 'string' && ID.test(value);
const isIdOrNone: Check = (value) => value === '' || isId(value);
const startsWith =
  (prefix: string): Check =>
  (value) =>
    isId(value) && String(value).startsWith(prefix) && String(value).length > prefix.length;
const isText: Check = (value) => typeof value === 'string' && value.length <= MAX_TEXT;
const isName: Check = (value) => typeof value === 'string' && value.length <= MAX_CHARACTERS.name;
const isMoment: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST;
const isMomentOrNull: Check = (value) => value === null || isMoment(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isEmptyList: Check = (value) => Array.isArray(value) && value.length === 0;
const isStarts: Check = (value) => Array.isArray(value) && value.length <= 2 * COUNTS.steps && value.every(isMoment);
const isJson: Check = (value) => isJsonWithin(value, STORED_LEVELS);
const isRun = startsWith('run');

/** Equivalent of `jsonProblem` for parsed JSON, in which only depth and numbers can be wrong. */
function isJsonWithin(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (levels === 0) return false;
  // Loops, since outputs of 100,000 objects are checked at once: callbacks and `Reflect.get` take five times as long.
  if (isList(value)) {
    for (const item of value) if (!isJsonWithin(item, levels - 1)) return false;
  } else if (isJsonObject(value)) {
    for (const key in value) if (!isJsonWithin(value[key], levels - 1)) return false;
  }
  return true;
}

function isOrigin(value: unknown): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 3) return false;
  const { kind, trafficID, webhook } = value;
  return KINDS.has(kind) && isIdOrNone(trafficID) && isName(webhook);
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** Checks by field. */
const COMMON: { readonly [Name in keyof RunRecord]-?: Check } = {
  ...{ id: isRun, taskID: isIdOrNone, taskSlug: isName, name: isName, blueprintID: isIdOrNone },
  ...{ environmentID: isId, sessionID: (value) => value === '' || startsWith('ses')(value) },
  parentID: (value) => value === '' || isRun(value),
  depth: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000,
  ...{ origin: isOrigin, status: (value) => STATUSES.has(value) },
  ...{ createdAt: isMoment, createdBy: isId, updatedAt: isMoment, notBefore: isMoment },
  ...{ activeAt: isMomentOrNull, succeededAt: isMomentOrNull, failedAt: isMomentOrNull, cancelledAt: isMomentOrNull },
  ...{ cancelledBy: (value) => value === null || isId(value), childRunIDs: isEmptyList },
  paramValues: (value) => isJsonObject(value) && isJson(value),
  ...{ isPrivate: isFlag, permissions: isEmptyList, resources: isEmptyObject, labels: isEmptyList, runtime: isName },
  timeout: (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000,
  ...{ inputsZoneID: isName, inputsZoneToken: isName, inputsHash: isName },
  ...{ progress: isJson, output: (value) => value === undefined || isJson(value), failure: isName, waiting: isFlag },
  ...{ stepStarts: isStarts, repeats: (value) => value === '' || isRun(value) },
  ...{ startsFrom: (value) => value === null, sleeps: isEmptyList, held: isFlag, endCause: (value) => value === null },
};
const BY_NAME: ReadonlyMap<string, Check> = new Map(Object.entries(COMMON));

/** True for a run as stored that its schema would accept with the defaults, unchanged; false is inconclusive. */
export function isCommonRun(stored: object): stored is RunFields {
  const fields = fieldsOf(stored);
  for (const name in fields) if (!isCommonField(name, fields[name])) return false;
  return 'id' in fields && 'environmentID' in fields && 'createdBy' in fields;
}

/** Checks one field of a run. */
export function isCommonField(name: string, value: unknown): boolean {
  return BY_NAME.get(name)?.(value) === true;
}

/** True for a log line as stored. */
export function isLogTuple(value: unknown): value is LogTuple {
  if (!isList(value) || value.length !== 5) return false;
  const [n, at, level, taskSlug, text] = value;
  if (!Number.isSafeInteger(n) || Number(n) < 1 || !isMoment(at) || !LEVELS.has(level)) return false;
  return isText(taskSlug) && isText(text);
}
