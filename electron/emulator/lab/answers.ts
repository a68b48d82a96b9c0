import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { PromptAnswer } from '../../../shared/contract/emulator/rows.ts';
import { capitalized } from '../../../shared/values/messages.ts';
import { formatTimestamp, MICROS_PER_SECOND } from '../../../shared/values/timestamp.ts';
import type { Engine } from '../engine/create-engine.ts';
import { isHeld } from '../engine/context/held.ts';
import type { EngineEvent, EnginePorts } from '../engine/context/ports.ts';
import { AnswerMatch, allWaiting, findWaiting, isWaiting, nameOf, type WaitingItem } from './answer-match.ts';
import { AnswerRecords } from './answer-records.ts';
import type { RuleStore } from './rule-store.ts';
import type { RuleEntry } from './rule-entry.ts';
import { select } from './selection.ts';

/** An automatic answer that its prompt or request refused. */
export interface RefusedAnswer {
  readonly slug: string;
  readonly item: WaitingItem;
  readonly problem: string;
}

/** Dependencies of automatic answers. */
export interface AnswerPorts extends Pick<EnginePorts, 'state' | 'ids' | 'workspace' | 'emit' | 'clock'> {
  readonly engine: Engine;
  /** The setting `seed`. */
  readonly seed: () => number;
  /** Calls the listener for every event of the engine. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => void;
  /** Called when a prompt or request refuses an answer. */
  readonly refused: (refusal: RefusedAnswer) => void;
  /** Reports an error of Hangar itself. */
  readonly reportError: (error: unknown) => void;
}

/** Delay between a skip and the events about the answers that it postpones, in milliseconds of the machine. */
const SHOW_DELAY = 100;

type AnswerEntry = RuleEntry<'answers'>;

/**
 * Answers prompts and requests for approval by rules (lab, "Automatic answers"). An item is considered when it is created, when
 * rules change, and at the start. The first rule that applies counts it once and keeps it; the answer is due `afterSeconds` after
 * its creation. A rule loses an item when it is removed, disabled, or changed so that it no longer matches. A refused answer is
 * tried again when its rule changes, and when the people or environments of the workspace do. A held item is left alone until
 * its release, which emits it again.
 */
export class Answers {
  readonly #store: RuleStore<'answers'>;
  readonly #ports: AnswerPorts;
  readonly #records: AnswerRecords;
  /** IDs of items to consider, in order. */
  readonly #queue = new Set<string>();
  /** Functions that cancel a scheduled answer, by item. */
  readonly #due = new Map<string, () => void>();
  /** Items whose refused answers will be tried again. */
  readonly #retries = new Set<string>();
  /** People and environments at the time of the refused answers, as JSON. */
  #team = '';
  /** The item whose change of answer is being emitted. */
  #shown: WaitingItem | undefined;
  /** Microseconds that the clock had skipped at the last events about waiting items. */
  #skipped = 0;
  #cancelShowing: (() => void) | undefined;
  #isInUse = false;
  #isDraining = false;

  constructor(store: RuleStore<'answers'>, ports: AnswerPorts) {
    this.#store = store;
    this.#ports = ports;
    this.#records = new AnswerRecords(ports, (id) => this.#showChange(id));
    ports.engine.prompts.setAnswers((waiting) => this.#answerTo(waiting));
    ports.subscribe((event) => {
      if (!this.#isInUse) return;
      if (event.type === 'prompt' || event.type === 'request') this.#itemChanged(event);
      else if (event.type === 'clock') this.#clockChanged();
      else if (event.type === 'definitions') this.#definitionsChanged();
    });
    store.subscribe(() => this.#rulesChanged());
  }

  /** Restores the stored answers, and considers all waiting items: at the start, and after an import. */
  resume(): void {
    this.clear();
    this.#records.load((id) => this.#find(id) !== undefined);
    this.#team = this.#teamText();
    for (const { id, ruleID, problem } of this.#records.all) {
      const [entry, item] = [this.#store.entries.find((each) => each.id === ruleID), this.#find(id)];
      if (entry !== undefined && item !== undefined && problem !== '')
        this.#store.report(entry, problemText(item, problem));
    }
    this.#rulesChanged();
  }

  /** Drops all items; the stored records stay. */
  clear(): void {
    for (const cancel of this.#due.values()) cancel();
    this.#cancelShowing?.();
    this.#cancelShowing = undefined;
    this.#due.clear();
    this.#queue.clear();
    this.#retries.clear();
    this.#records.clear();
  }

  /** Cancels all scheduled answers. The next start continues from the stored records. */
  stop(): void {
    this.#isInUse = false;
    this.clear();
  }

  #rulesChanged(): void {
    const { entries } = this.#store;
    this.#isInUse = entries.length > 0;
    this.#records.use(entries);
    for (const { id } of this.#records.all) this.#showChange(id);
    if (this.#isInUse) for (const id of allWaiting(this.#ports.state)) this.#enqueue(id);
    else {
      this.#records.removeAll();
      this.clear();
    }
  }

  #definitionsChanged(): void {
    const refused = this.#records.all.filter(({ problem }) => problem !== '');
    const team = refused.length === 0 ? this.#team : this.#teamText();
    if (team === this.#team) return;
    this.#team = team;
    for (const { id } of refused) {
      this.#retries.add(id);
      this.#enqueue(id);
    }
  }

  /** A skip postpones scheduled answers. Emits that soon, once for many skips. */
  #clockChanged(): void {
    if (this.#due.size === 0 || this.#cancelShowing !== undefined) return;
    const { clock, engine } = this.#ports;
    this.#cancelShowing = clock.after(SHOW_DELAY, () => {
      this.#cancelShowing = undefined;
      const skipped = engine.time.endOf(0, 0);
      if (skipped === this.#skipped) return;
      this.#skipped = skipped;
      for (const id of this.#due.keys()) this.#showChange(id);
    });
  }

  #teamText(): string {
    const { users, groups, environments } = this.#ports.workspace.current();
    return JSON.stringify([users, groups, environments]);
  }

  /** The scheduled or refused answer of a waiting item. */
  #answerTo(waiting: WaitingItem['entity']): PromptAnswer | null {
    const { id, createdAt } = waiting;
    const { ruleID, problem } = this.#records.of(id);
    const entry = ruleID === '' ? undefined : this.#store.entries.find((each) => each.id === ruleID);
    if (entry?.rule.enabled !== true) return null;
    const { slug, afterSeconds } = entry.rule;
    const dueAt = this.#ports.engine.time.endOf(createdAt, afterSeconds * MICROS_PER_SECOND);
    const answer = { rule: slug, dueAt: formatTimestamp(Math.ceil(dueAt)), problem: problem === '' ? null : problem };
    return isHeld(this.#ports.state, waiting) ? { ...answer, held: true } : answer;
  }

  /** Emits that the answer to a waiting item has changed. */
  #showChange(id: string): void {
    this.#shown = this.#find(id);
    if (this.#shown !== undefined) this.#ports.emit(this.#shown);
    this.#shown = undefined;
  }

  #itemChanged(item: WaitingItem): void {
    if (item.entity === this.#shown?.entity) return;
    if (isWaiting(item)) this.#enqueue(item.entity.id);
    else this.#forget(item.entity.id);
  }

  #forget(id: string): void {
    this.#cancelDue(id);
    this.#queue.delete(id);
    this.#retries.delete(id);
    this.#records.remove(id);
  }

  #cancelDue(id: string): void {
    this.#due.get(id)?.();
    this.#due.delete(id);
  }

  #enqueue(id: string): void {
    this.#queue.add(id);
    if (this.#isDraining) return;
    this.#isDraining = true;
    void this.#drain();
  }

  /** Considers the queued items in a later turn, since the current one may be creating one. */
  async #drain(): Promise<void> {
    const { engine, reportError } = this.#ports;
    for (const id of this.#queue) {
      await engine.turns.start();
      const item = this.#queue.delete(id) ? this.#find(id) : undefined;
      try {
        if (item !== undefined && !isHeld(this.#ports.state, item.entity))
          this.#consider(new AnswerMatch(engine, item));
      } catch (error) {
        reportError(error);
      }
    }
    this.#isDraining = false;
  }

  #find(id: string): WaitingItem | undefined {
    return findWaiting(this.#ports.state, id);
  }

  /** Finds the rule of an item, and answers by it now or schedules the answer. */
  #consider(occasion: AnswerMatch): void {
    const { id, runID, createdAt } = occasion.item.entity;
    this.#cancelDue(id);
    const entry = this.#ruleOf(occasion);
    if (entry === undefined) return;
    const { time } = this.#ports.engine;
    const at = time.endOf(createdAt, entry.rule.afterSeconds * MICROS_PER_SECOND);
    if (at <= time.nextTimestamp()) this.#answer(occasion, entry);
    else
      this.#due.set(
        id,
        time.callAt(at, { kind: 'answer', runID }, () => this.#enqueue(id)),
      );
  }

  /** The rule that answers an item; `undefined` for none, and after its answer was refused. */
  #ruleOf(occasion: AnswerMatch): AnswerEntry | undefined {
    const record = this.#records.of(occasion.item.entity.id);
    const kept = this.#store.entries.find(({ id }) => id === record.ruleID);
    if (kept?.rule.enabled !== true) return this.#firstRule(occasion);
    const version = this.#records.versionOf(kept);
    if (version === record.version) return record.problem === '' || this.#retries.delete(record.id) ? kept : undefined;
    if (!occasion.fits(kept.rule)) return this.#firstRule(occasion);
    this.#records.set({ ...record, version, problem: '' });
    return kept;
  }

  /** The first rule that applies. Counts the item for each rule that matches it, once. */
  #firstRule(occasion: AnswerMatch): AnswerEntry | undefined {
    const { seed, engine } = this.#ports;
    const { id } = occasion.item.entity;
    const before = this.#records.of(id);
    const declined = [...before.declined];
    let found: AnswerEntry | undefined;
    for (const entry of this.#store.entries) {
      const { rule, counts } = entry;
      // A rule with a number also counts the items that another one took.
      if (found !== undefined && rule.nth === undefined) continue;
      const version = this.#records.versionOf(entry);
      if (!rule.enabled || declined.includes(version) || !occasion.matches(rule)) continue;
      const known = counts.of('');
      const holds = (when: string): boolean => occasion.holds(when);
      const now = engine.time.nextTimestamp();
      const selected = select(rule, known, { seed: seed(), now, key: '', holds });
      if (found !== undefined) this.#store.count(entry, '', { ...known, attempts: selected.count.attempts });
      else if (selected.count.matched > known.matched || rule.nth !== undefined)
        this.#store.count(entry, '', selected.count);
      else continue;
      if (found === undefined && selected.applies) found = entry;
      else declined.push(version);
    }
    const chosen = found && { ruleID: found.id, version: this.#records.versionOf(found) };
    if (chosen !== undefined || declined.length > before.declined.length)
      this.#records.set({ id, ruleID: '', version: '', problem: '', ...chosen, declined });
    return found;
  }

  #answer(occasion: AnswerMatch, entry: AnswerEntry): void {
    const { item } = occasion;
    const { id } = item.entity;
    const { slug } = entry.rule;
    try {
      occasion.answer(entry.rule);
      if (entry.counts.problem?.startsWith(problemText(item, '')) === true) this.#store.report(entry, null);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ExpressionError)) throw error;
      if (error.message === this.#records.of(id).problem) return;
      this.#team = this.#teamText();
      this.#records.set({ ...this.#records.of(id), problem: error.message });
      this.#store.report(entry, problemText(item, error.message));
      occasion.note(`The automatic answer "${slug}" to ${nameOf(item)} was refused.`);
      this.#ports.refused({ slug, item, problem: error.message });
    }
  }
}

/** The problem of a rule: `Prompt pmt…: …`. */
function problemText(item: WaitingItem, problem: string): string {
  return `${capitalized(nameOf(item))}: ${problem}`;
}
