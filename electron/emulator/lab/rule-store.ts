import type { RuleRequest, RuleState } from '../../../shared/contract/emulator/rules.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { COLLECTIONS, type RuleListName } from '../../../shared/registry/collections.ts';
import { COUNTS } from '../../../shared/values/limits.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { CollectionEdit, entriesOf, type ItemOf } from '../engine/resources/collection-edit.ts';
import type { Engine } from '../engine/create-engine.ts';
import { notFound } from '../engine/context/engine-context.ts';
import type { EngineEvent, EnginePorts } from '../engine/context/ports.ts';
import type { Micros } from '../../../shared/values/timestamp.ts';
import { FORGOTTEN, RuleCounts } from './rule-counts.ts';
import { CountRecords, type CountRecord } from './count-records.ts';
import type { RuleCount } from './selection.ts';
import {
  assertValidRules,
  type RuleEntry,
  type RuleItem,
  type RuleRequestOf,
  isEqual,
  type RuntimeRule,
  withoutRequest,
} from './rule-entry.ts';

/** Dependencies of the rules of the test lab. */
export interface RulePorts extends Pick<EnginePorts, 'state' | 'workspace' | 'clock' | 'ids'> {
  readonly engine: Pick<Engine, 'definitions' | 'time'>;
  readonly emit: (event: EngineEvent) => void;
}

/**
 * The rules of one list: those of the workspace file, then runtime rules by creation. Runtime rules last until they are deleted,
 * a reset, or the end of the process. Counters of workspace rules are part of the state.
 */
export class RuleStore<Name extends RuleListName> {
  readonly #list: Name;
  readonly #ports: RulePorts;
  readonly #records: CountRecords;
  #runtime: readonly RuntimeRule<Name>[] = [];
  #entries: readonly RuleEntry<Name>[] = [];
  #counts: ReadonlyMap<string, RuleCounts> = new Map();
  /** Serializes changes, so that a list of rules is added as a whole or not at all. */
  #changing: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();

  constructor(list: Name, ports: RulePorts) {
    this.#list = list;
    this.#ports = ports;
    this.#records = new CountRecords(ports.state, list);
    this.load();
    ports.workspace.subscribe(() => this.#refresh());
  }

  /** The rules in order. An immutable list, replaced by every change. */
  get entries(): readonly RuleEntry<Name>[] {
    return this.#entries;
  }

  /** Calls the listener when `entries` is replaced. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get items(): RuleItem<Name>[] {
    return this.#entries.map((entry) => this.#itemOf(entry));
  }

  /** The rule with this ID; `undefined` when it is gone. */
  item(id: string): RuleItem<Name> | undefined {
    const entry = this.#entries.find((each) => each.id === id);
    return entry && this.#itemOf(entry);
  }

  /** Sets the counters of a rule for a key, after a selection. */
  count({ id, source, counts }: RuleEntry<Name>, key: string, count: RuleCount): void {
    const forgotten = counts.set(key, count);
    if (source === 'workspace')
      this.#records.write(id, counts, forgotten === undefined ? [key] : [key, forgotten, FORGOTTEN]);
    this.#ports.emit({ type: 'rule', list: this.#list, id });
  }

  /** Sets the end of a retry period of a rule. */
  setRetryPeriod({ id, source, counts }: RuleEntry<Name>, key: string, until: Micros): void {
    const forgotten = counts.retryPeriods.set(key, until);
    if (source === 'workspace')
      this.#records.writePeriods(id, counts, forgotten === undefined ? [key] : [key, forgotten]);
  }

  /** Sets the problem shown on a rule; null for none. */
  report({ id, counts }: RuleEntry<Name>, problem: string | null): void {
    counts.problem = problem;
    this.#ports.emit({ type: 'rule', list: this.#list, id });
  }

  /**
   * Adds rules: all, or none. Throws 409 for a slug or ID that another rule of the list has.
   * @param isFirst true for runtime rules that come before those of the workspace file
   */
  add(requests: RuleRequestOf<Name> | readonly RuleRequestOf<Name>[], isFirst = false): Promise<RuleItem<Name>[]> {
    return this.#change(async () => {
      assertValidRules(requests);
      const added = [requests].flat().map((request) => ({ request, id: this.#newId(request) }));
      this.#assertFree(added.map(({ request, id }) => ({ id, slug: request.slug })));
      const kept = added.filter(({ request }) => request.keep);
      if (kept.length > 0)
        await this.#edit((edit) => kept.forEach((each) => (each.id = edit.add(withoutRequest(each.request)))));
      const runtime = added.filter(({ request }) => !request.keep);
      this.#use([
        ...this.#runtime,
        ...runtime.map(({ request, id }) => this.#created(id, request, new RuleCounts(), isFirst)),
      ]);
      return added.map(({ id }) => this.#itemOf(this.#require(id)));
    });
  }

  /** Replaces a rule; it keeps its ID and counters. With `keep`, a runtime rule moves to the workspace file. */
  replace(reference: string, request: RuleRequestOf<Name>): Promise<RuleItem<Name>> {
    return this.#change(async () => {
      assertValidRules(request);
      const { id, source, counts } = this.#require(reference);
      if (request.id !== undefined && request.id !== id)
        throw new ApiError('invalid_request', `id: the ID of the ${this.#noun} cannot be changed.`);
      this.#assertFree([{ id, slug: request.slug }], id);
      const rule = withoutRequest(request);
      counts.problem = null;
      if (source === 'workspace') await this.#edit((edit) => void edit.replace(id, rule));
      else if (request.keep) {
        await this.#edit((edit) => void edit.add({ ...rule, id }));
        this.#forget((known) => known.id === id);
        this.#records.writeAll(id, counts);
      } else {
        this.#runtime.find((known) => known.id === id)?.cancelExpiry();
        const created = (isFirst: boolean) => this.#created(id, request, counts, isFirst);
        this.#use(this.#runtime.map((known) => (known.id === id ? created(known.isFirst) : known)));
      }
      return this.#itemOf(this.#require(id));
    });
  }

  /** Removes a rule, also from the workspace file. Returns its name, and a function that puts it back with its counters. */
  remove(reference: string): Promise<{ readonly name: string; readonly putBack: () => Promise<void> | void }> {
    return this.#change(async () => {
      const { id, source, rule, counts } = this.#require(reference);
      const putBack = source === 'workspace' ? await this.#removeAuthored(id, counts) : this.keepRuntime();
      this.#forget((known) => known.id === id);
      return { name: `${this.#noun} ${rule.slug}`, putBack };
    });
  }

  async #removeAuthored(id: string, before: RuleCounts): Promise<() => Promise<void>> {
    const counts = before.clone();
    let placed: ReturnType<CollectionEdit<Name>['placed']> | undefined;
    await this.#edit((edit) => {
      placed = edit.placed(id);
      edit.remove(id);
    });
    return () =>
      this.#change(async () => {
        await this.#edit((edit) => void (placed && edit.add(placed.item, placed.before)));
        this.#require(id).counts.copy(counts);
        this.#records.writeAll(id, counts);
      });
  }

  /** Captures the rules that are not in the workspace file. Returns a function that puts back those that are gone, without their expiry. */
  keepRuntime(): () => void {
    const before = this.#runtime;
    return () => {
      const taken = new Set(this.#entries.map(({ rule }) => rule.slug));
      this.#use([...this.#runtime, ...before.filter(({ rule }) => !taken.has(rule.slug))]);
    };
  }

  /** Removes all rules that are not in the workspace file. */
  removeRuntime(): void {
    this.#forget(() => true);
  }

  /** Sets all counters to zero. */
  restart(): void {
    for (const { id, counts } of this.#entries) this.#records.clear(id, counts);
    this.#changed();
  }

  /** Counters of the runtime rules as records, which a checkpoint adds to those in the state. */
  get runtimeCounts(): CountRecord[] {
    return this.#runtime.flatMap(({ id, counts }) => this.#records.of(id, counts));
  }

  /**
   * Reads the counters from the state. Those of runtime rules come from a checkpoint and do not stay in the state.
   * @param known IDs of the runtime rules that the checkpoint knows; others keep their counters. Absent: all
   */
  load(known?: ReadonlySet<string>): void {
    const read = this.#records.read();
    const isCounted = (id: string): boolean => known === undefined || known.has(id) || read.has(id);
    for (const { id, source, counts } of this.#entries) if (source === 'workspace' || isCounted(id)) counts.clear();
    this.#counts = read;
    for (const { id, counts } of this.#runtime) if (isCounted(id)) counts.copy(read.get(id) ?? new RuleCounts());
    this.#refresh();
  }

  /** Removes the runtime rules and all counters. The state is empty already. */
  reset(): void {
    this.#entries.forEach(({ counts }) => counts.clear());
    this.#counts = new Map();
    this.removeRuntime();
    this.#refresh();
  }

  #itemOf({ id, source, rule, counts }: RuleEntry<Name>): RuleItem<Name> {
    const state: RuleState = { id, source, ...counts.summary(rule) };
    const problem: Pick<RuleState, 'lastProblem'> = this.#list === 'answers' ? { lastProblem: counts.problem } : {};
    return Object.assign({}, rule, state, problem);
  }

  get #noun(): string {
    return COLLECTIONS[this.#list].noun;
  }

  #change<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#changing.then(work);
    this.#changing = done.catch(() => undefined);
    return done;
  }

  /** Edits the list of the workspace file. */
  async #edit(edit: (edited: CollectionEdit<Name>) => void): Promise<void> {
    await this.#ports.workspace.change((before) => {
      const edited = new CollectionEdit(this.#list, before, this.#ports.engine.definitions());
      edit(edited);
      return { ...before, [this.#list]: edited.items };
    });
  }

  #newId({ id }: ItemOf<Name>): string {
    const { idKind } = COLLECTIONS[this.#list];
    return id ?? this.#ports.ids.next(idKind, this.#ports.engine.time.nextTimestamp());
  }

  /** @param own ID of the rule that is replaced */
  #assertFree(rules: readonly { readonly id: string; readonly slug: string }[], own?: string): void {
    const others = this.#entries.filter(({ id }) => id !== own);
    const ids = new Set(others.map(({ id }) => id));
    const slugs = new Set(others.map(({ rule }) => rule.slug));
    if (others.length + rules.length > COUNTS.definitions)
      throw new ApiError('conflict', `There cannot be more than ${COUNTS.definitions} rules; delete some.`);
    for (const { id, slug } of rules) {
      if (slugs.has(slug))
        throw new ApiError('conflict', `slug: another ${this.#noun} has "${quoteForMessage(slug)}" already.`);
      if (ids.has(id))
        throw new ApiError('conflict', `id: another ${this.#noun} has "${quoteForMessage(id)}" already.`);
      ids.add(id);
      slugs.add(slug);
    }
  }

  #require(reference: string): RuleEntry<Name> {
    return (
      this.#entries.find(({ id }) => id === reference) ??
      this.#entries.find(({ rule }) => rule.slug === reference) ??
      notFound(this.#noun, reference)
    );
  }

  #created(id: string, request: ItemOf<Name> & RuleRequest, counts: RuleCounts, isFirst: boolean): RuntimeRule<Name> {
    const { ttlSeconds } = request;
    const cancelExpiry =
      ttlSeconds === undefined
        ? () => undefined
        : this.#ports.clock.after(ttlSeconds * 1000, () => this.#forget((known) => known.id === id));
    return { id, rule: { ...withoutRequest(request), id }, counts, cancelExpiry, isFirst };
  }

  #forget(isGone: (rule: RuntimeRule<Name>) => boolean): void {
    const gone = this.#runtime.filter(isGone);
    for (const { cancelExpiry } of gone) cancelExpiry();
    if (gone.length > 0) this.#use(this.#runtime.filter((rule) => !gone.includes(rule)));
  }

  #use(runtime: readonly RuntimeRule<Name>[]): void {
    this.#runtime = runtime;
    this.#refresh();
  }

  #refresh(): void {
    const { workspace, engine } = this.#ports;
    const authored = entriesOf(this.#list, workspace.current(), engine.definitions());
    const runtime = (isFirst: boolean) =>
      this.#runtime
        .filter((known) => known.isFirst === isFirst)
        .map(({ id, rule, counts }) => ({ id, source: 'runtime' as const, rule, counts }));
    const ids = new Set(this.#runtime.map(({ id }) => id));
    const kept = authored
      .filter(({ id }) => !ids.has(id))
      .map(({ id, item }) => {
        const counts = this.#counts.get(id) ?? this.#entries.find((entry) => entry.id === id)?.counts;
        return { id, source: 'workspace' as const, rule: item, counts: counts ?? new RuleCounts() };
      });
    const counts = new Map(kept.map((entry) => [entry.id, entry.counts]));
    for (const [id, gone] of this.#counts) if (!counts.has(id)) this.#records.clear(id, gone);
    this.#counts = counts;
    const before = this.#entries;
    this.#entries = [...runtime(true), ...kept, ...runtime(false)];
    if (!isEqual(before, this.#entries)) this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
    this.#ports.emit({ type: 'rules', list: this.#list });
  }
}
