import type { Usage } from '../../../../shared/contract/emulator/control.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { fieldsOf } from '../../../../shared/values/json.ts';
import type { EntityKind, RunRecord } from '../../engine/context/records.ts';
import type { ParsedRecord } from './export.ts';
import type { Entity, LogTuple } from './items.ts';
import { MEMORY_SCARCITY } from '../../../../shared/values/limits.ts';
import { megabytes } from '../../../../shared/values/messages.ts';

/** Bytes that an entity, a run, a child of it and a log line take besides their values: objects, and entries of indexes. */
const ENTITY = 200;
const RUN = 1500;
const CHILD = 50;
const LINE = 100;
/** Budget of a run. */
export const MAX_RUN_BYTES = 256 * 1024 * 1024;
/** Part of the budget below which memory is no longer scarce. */
const PLENTY = 0.75;
/** Growth up to which a change of something other than a run is always stored, so that what exists can end. */
const SMALL = 1024;

/** Maximum number of bytes. */
interface Budgets {
  /** Maximum of one run: its values, outputs, logs, prompts, displays and files. */
  readonly run: number;
  /** Maximum of everything in memory: the setting `maxStateBytes`. */
  readonly state: () => number;
  /** Called when memory becomes scarce, and when it no longer is. */
  readonly onScarcity: () => void;
}

/** Bytes that a run and all together grow by. */
interface Growth {
  readonly owner: string;
  readonly run: number;
  readonly state: number;
}

/** Counts the bytes of what the state keeps in memory, for each run and in all. Bytes are estimates of `memoryOf`. */
export class StateUsage {
  readonly #parent: StateUsage | undefined;
  readonly #keepsFiles: boolean;
  readonly #runs = new Map<string, number>();
  #budgets: Budgets = { run: Infinity, state: () => Infinity, onScarcity: () => undefined };
  #isScarce = false;
  #bytes = 0;
  /** Bytes of uploaded files, in memory or on disk, as announced. */
  #fileBytes = 0;

  /**
   * @param parent also counts everything, for a sandbox
   * @param keepsFiles true when uploaded files are in memory
   */
  constructor({ parent, keepsFiles = false }: { parent?: StateUsage | undefined; keepsFiles?: boolean } = {}) {
    this.#parent = parent;
    this.#keepsFiles = keepsFiles;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes and budgets, as `/_emulator/info` shows them. */
  read(): Omit<Usage, 'traffic'> {
    const { run, state } = this.#budgets;
    return {
      state: { bytes: this.#bytes, maxBytes: state() },
      run: { maxBytes: run },
      uploads: { bytes: this.#fileBytes },
    };
  }

  /** Bytes of a run. */
  ofRun(id: string): number {
    return this.#runs.get(id) ?? 0;
  }

  /** Sets the budgets, which `change` refuses to exceed. Without, everything is counted only. */
  limit(budgets: Budgets): void {
    this.#budgets = budgets;
  }

  /**
   * Counts a change of an entity; `undefined` stands for one that does not exist.
   * @param isChecked throws `ApiError('payload_too_large')`, and counts nothing, when the change grows beyond a budget
   */
  change(kind: EntityKind, before: Entity | undefined, after: Entity | undefined, isChecked = false): void {
    const values = growthOf(kind, before, after);
    const files = fileBytesOf(kind, after) - fileBytesOf(kind, before);
    if (values === 0 && files === 0) return;
    const growth = {
      owner: ownerOf(kind, after ?? before),
      run: values + files,
      state: values + (this.#keepsFiles ? files : 0),
    };
    const problem = isChecked && isRefusable(kind, before, after, growth.run) ? this.#problem(growth) : undefined;
    if (problem !== undefined) throw problem;
    this.#fileBytes += files;
    this.#count(growth);
  }

  /** Counts log lines that are added to a run, or leave memory with it. */
  lines(runID: string, lines: readonly LogTuple[], sign: 1 | -1 = 1): void {
    let bytes = 0;
    for (const line of lines) bytes += LINE + line[4].length;
    this.#count({ owner: runID, run: sign * bytes, state: sign * bytes });
  }

  /** Counts bytes that belong to no run. */
  add(bytes: number): void {
    this.#bytes += bytes;
    this.#parent?.add(bytes);
    if (this.#bytes > this.#budgets.state() * (this.#isScarce ? PLENTY : MEMORY_SCARCITY) === this.#isScarce) return;
    this.#isScarce = !this.#isScarce;
    this.#budgets.onScarcity();
  }

  /** Counts nothing any more. */
  clear(): void {
    this.add(-this.#bytes);
    this.#fileBytes = 0;
    this.#runs.clear();
  }

  /** Returns the error when a run, or a new one, cannot keep this value besides what it has; `undefined` when it can. */
  noRoomFor(runID: string, value: unknown): ApiError | undefined {
    const bytes = memoryOf(value);
    return this.#problem({ owner: runID, run: bytes, state: bytes });
  }

  /** Returns the error when these entities cannot be kept in the place of all that is; `undefined` when they can. */
  noRoomToLoad(records: readonly ParsedRecord[]): ApiError | undefined {
    const loaded = new StateUsage({ keepsFiles: this.#keepsFiles });
    for (const { kind, entity, logs } of records) {
      loaded.change(kind, undefined, entity);
      loaded.lines(entity.id, logs);
    }
    return this.#stateProblem(loaded.bytes - this.#bytes);
  }

  #count({ owner, run, state }: Growth): void {
    this.add(state);
    if (owner === '') return;
    const bytes = this.ofRun(owner) + run;
    if (bytes > 0) this.#runs.set(owner, bytes);
    else this.#runs.delete(owner);
  }

  #problem({ owner, run, state }: Growth): ApiError | undefined {
    if (owner !== '' && this.ofRun(owner) + run > this.#budgets.run) return runIsFull(owner, this.#budgets.run);
    return this.#stateProblem(state);
  }

  #stateProblem(growth: number): ApiError | undefined {
    const most = this.#budgets.state();
    if (this.#bytes + growth > most) return stateIsFull(most);
    return this.#parent === undefined ? undefined : this.#parent.#stateProblem(growth);
  }
}

/** The run that an entity belongs to; "" for none. */
export function ownerOf(kind: EntityKind, entity: Entity | undefined): string {
  if (entity === undefined) return '';
  if (kind === 'run') return entity.id;
  if ('runID' in entity) return entity.runID;
  return 'access' in entity ? (entity.access?.runID ?? '') : '';
}

/** Bytes that an entity grows by. */
function growthOf(kind: EntityKind, before: Entity | undefined, after: Entity | undefined): number {
  const count = Number(after !== undefined) - Number(before !== undefined);
  if (kind !== 'run') return ENTITY * count + memoryOf(after) - memoryOf(before);
  return RUN * count + growthOfRun((before ?? {}) as Partial<RunRecord>, (after ?? {}) as Partial<RunRecord>);
}

/** Bytes of the fields that may be long, one by one: a loop over their names takes five times as long, and a run is put often. */
function growthOfRun(old: Partial<RunRecord>, now: Partial<RunRecord>): number {
  return (
    difference(old.paramValues, now.paramValues) +
    difference(old.output, now.output) +
    difference(old.progress, now.progress) +
    difference(old.failure, now.failure) +
    difference(old.startsFrom, now.startsFrom) +
    difference(old.sleeps, now.sleeps) +
    difference(old.stepStarts, now.stepStarts) +
    difference(old.name, now.name) +
    difference(old.resources, now.resources) +
    difference(old.inputsZoneID, now.inputsZoneID) +
    difference(old.inputsZoneToken, now.inputsZoneToken) +
    difference(old.inputsHash, now.inputsHash) +
    // IDs: a list of thousands is put with each that is added.
    CHILD * ((now.childRunIDs?.length ?? 0) - (old.childRunIDs?.length ?? 0))
  );
}

/** Bytes by which a value takes more than another. Values do not change, and equal ones are mostly the same. */
function difference(before: unknown, after: unknown): number {
  return before === after ? 0 : memoryOf(after) - memoryOf(before);
}

function fileBytesOf(kind: EntityKind, entity: Entity | undefined): number {
  return kind === 'upload' && entity !== undefined && 'size' in entity ? entity.size : 0;
}

/** Kinds that requests and runs can add without an end. Others are bounded in number, or belong to one of these. */
const GROWING: ReadonlySet<EntityKind> = new Set<EntityKind>([
  ...(['run', 'prompt', 'session', 'request', 'display', 'upload', 'blueprint'] as const),
]);

/** False for a change that must be stored in any case: an end, and bookkeeping of an accepted entity. */
function isRefusable(kind: EntityKind, before: Entity | undefined, after: Entity | undefined, growth: number): boolean {
  if (growth <= 0 || after === undefined || !GROWING.has(kind)) return false;
  if (before === undefined) return true;
  if ('status' in before && 'status' in after && before.status !== after.status) return false;
  if (kind === 'run') return !hasSameWork(before as RunRecord, after as RunRecord);
  // An answered request may have executed its task already.
  return kind !== 'request' && growth > SMALL;
}

/** True when only the bookkeeping of a run differs: its children, its failure and times. */
function hasSameWork(before: RunRecord, after: RunRecord): boolean {
  return before.output === after.output && before.progress === after.progress && before.sleeps === after.sleeps;
}

function runIsFull(id: string, most: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `The run ${id} is full: its values, outputs, logs, prompts, displays and uploads may take ${megabytes(most)} together. ` +
      'Keep large data in files of your own, or split the work into several runs.',
    { decision: 'budgets' },
  );
}

function stateIsFull(most: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `Hangar is full: what it keeps in memory may take ${megabytes(most)} (the setting "maxStateBytes"). ` +
      'Cancel or answer what waits, lower "retainRuns", reset, or raise "maxStateBytes".',
    { decision: 'budgets' },
  );
}

/** Bytes of a number, a boolean, null, and of the reference to any value. */
const SLOT = 8;
/** Bytes of a text besides its characters, and of an empty list or object. */
const TEXT = 16;
const CONTAINER = 32;

/**
 * Estimates the bytes that a JSON value takes in memory; shared parts count each time. Takes time by the number of values, not
 * by the length of texts.
 */
function memoryOf(value: unknown): number {
  if (typeof value === 'string') return SLOT + TEXT + value.length;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : SLOT;
  let bytes = SLOT + CONTAINER;
  if (Array.isArray(value)) {
    for (const item of value) bytes += memoryOf(item);
    return bytes;
  }
  const fields = fieldsOf(value);
  for (const name in fields) bytes += name.length + memoryOf(fields[name]);
  return bytes;
}
