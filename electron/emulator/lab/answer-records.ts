import type { EnginePorts } from '../engine/context/ports.ts';
import type { AnswerRecord } from '../engine/context/records.ts';
import type { RuleEntry } from './rule-entry.ts';

type AnswerEntry = RuleEntry<'answers'>;

const NO_RULE = { ruleID: '', version: '', problem: '' } as const;

/** Rules that records may refer to. */
interface KnownRules {
  readonly ids: ReadonlySet<string>;
  readonly versions: ReadonlySet<string>;
}

/**
 * The progress of automatic answers, by pending prompt or request. The part about rules of the workspace file is stored in the
 * state, so that a restart neither counts an item again nor drops a due answer.
 */
export class AnswerRecords {
  readonly #state: EnginePorts['state'];
  readonly #ids: EnginePorts['ids'];
  readonly #onChange: (id: string) => void;
  readonly #byItem = new Map<string, AnswerRecord>();
  /** Digests by rule: rules are replaced when they change. */
  readonly #versions = new WeakMap<AnswerEntry['rule'], string>();
  #all: KnownRules = { ids: new Set(), versions: new Set() };
  #authored = this.#all;

  /** @param onChange called with the ID of a prompt or a request when its rule or its problem has changed */
  constructor({ state, ids }: Pick<EnginePorts, 'state' | 'ids'>, onChange: (id: string) => void) {
    this.#state = state;
    this.#ids = ids;
    this.#onChange = onChange;
  }

  /** Reads the stored records. Removes those of items that are not pending. */
  load(isPending: (id: string) => boolean): void {
    this.clear();
    for (const record of [...this.#state.all('answer')]) {
      if (isPending(record.id)) this.#byItem.set(record.id, record);
      else this.#state.remove('answer', record.id);
    }
  }

  get all(): readonly AnswerRecord[] {
    return [...this.#byItem.values()];
  }

  of(id: string): AnswerRecord {
    return this.#byItem.get(id) ?? { id, ...NO_RULE, declined: [] };
  }

  /** The digest of a rule. */
  versionOf({ id, rule }: AnswerEntry): string {
    const known = this.#versions.get(rule) ?? this.#ids.digest(JSON.stringify([id, rule]));
    this.#versions.set(rule, known);
    return known;
  }

  /** Sets the current rules. Those without counters count everything again. */
  use(entries: readonly AnswerEntry[]): void {
    this.#all = this.#known(entries);
    this.#authored = this.#known(entries.filter(({ source }) => source === 'workspace'));
    const fresh = this.#known(entries.filter(({ counts }) => counts.of('').matched === 0));
    for (const record of this.all) {
      const isRefused = record.problem !== '' && fresh.ids.has(record.ruleID);
      const declined = record.declined.filter((version) => !fresh.versions.has(version));
      this.set({ ...record, ...(isRefused ? NO_RULE : {}), declined });
    }
  }

  /** Sets a record, without references to removed or changed rules. Stores the part about rules of the workspace file. */
  set(record: AnswerRecord): void {
    const before = this.of(record.id);
    const after = restrictedTo(record, this.#all);
    this.#byItem.set(record.id, after);
    const stored = restrictedTo(record, this.#authored);
    if (stored.ruleID === '' && stored.declined.length === 0) this.#removeStored(record.id);
    else this.#state.put('answer', stored);
    if (before.version !== after.version || before.problem !== after.problem) this.#onChange(record.id);
  }

  remove(id: string): void {
    if (!this.#byItem.delete(id)) return;
    this.#removeStored(id);
    this.#onChange(id);
  }

  removeAll(): void {
    for (const { id } of this.all) this.remove(id);
  }

  /** Clears all records except the stored ones. */
  clear(): void {
    this.#byItem.clear();
  }

  #known(entries: readonly AnswerEntry[]): KnownRules {
    return {
      ids: new Set(entries.map(({ id }) => id)),
      versions: new Set(entries.map((entry) => this.versionOf(entry))),
    };
  }

  #removeStored(id: string): void {
    if (this.#state.get('answer', id) !== undefined) this.#state.remove('answer', id);
  }
}

function restrictedTo(record: AnswerRecord, { ids, versions }: KnownRules): AnswerRecord {
  const declined = record.declined.filter((version) => versions.has(version));
  return { ...record, ...(ids.has(record.ruleID) ? {} : NO_RULE), declined };
}
