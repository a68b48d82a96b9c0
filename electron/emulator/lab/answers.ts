import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { isPending } from '../../../shared/model/prompt-state.ts';
import { MICROS_PER_SECOND } from '../../../shared/values/timestamp.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineEvent, EnginePorts } from '../engine/ports.ts';
import type { PromptRecord } from '../engine/records.ts';
import { AnswerOccasion } from './answer-occasion.ts';
import { AnswerRecords } from './answer-records.ts';
import type { RuleEntry, RuleStore } from './rule-store.ts';
import { select } from './selection.ts';

/** Dependencies of automatic answers. */
export interface AnswerPorts extends Pick<EnginePorts, 'state' | 'ids'> {
  readonly engine: Engine;
  /** The setting `seed`. */
  readonly seed: () => number;
  /** Calls the listener for every event of the engine. */
  readonly subscribe: (listener: (event: EngineEvent) => void) => void;
  /** Reports a fault of Hangar itself. */
  readonly fault: (error: unknown) => void;
}

type AnswerEntry = RuleEntry<'answers'>;

/**
 * Answers prompts by rules (lab, "Automatic answers"). A prompt is considered when it is created, when rules change, and at
 * the start. The first rule that applies counts it once and keeps it; the answer is due `afterSeconds` after the prompt was
 * created. A rule loses a prompt when it is removed, disabled, or changed so that it is no longer about the prompt.
 */
export class Answers {
  readonly #store: RuleStore<'answers'>;
  readonly #ports: AnswerPorts;
  readonly #records: AnswerRecords;
  /** Prompts to consider, in order. */
  readonly #queue = new Set<string>();
  /** Functions that cancel an answer that is due later, by prompt. */
  readonly #due = new Map<string, () => void>();
  #isInUse = false;
  #isDraining = false;

  constructor(store: RuleStore<'answers'>, ports: AnswerPorts) {
    this.#store = store;
    this.#ports = ports;
    this.#records = new AnswerRecords(ports);
    ports.subscribe((event) => {
      if (this.#isInUse && event.type === 'prompt') this.#promptChanged(event.entity);
    });
    store.subscribe(() => this.#rulesChanged());
  }

  /** Continues from the stored answers, and considers all pending prompts: at the start, and after an import. */
  resume(): void {
    this.clear();
    this.#records.load((id) => this.#pending(id) !== undefined);
    for (const { id, ruleID, problem } of this.#records.all) {
      const entry = this.#store.entries.find((each) => each.id === ruleID);
      if (entry !== undefined && problem !== '') this.#store.report(entry, problemText(id, problem));
    }
    this.#rulesChanged();
  }

  /** Forgets all prompts; the stored records stay. */
  clear(): void {
    for (const cancel of this.#due.values()) cancel();
    this.#due.clear();
    this.#queue.clear();
    this.#records.clear();
  }

  /** Ends all answers that are due. The next start continues from the stored records. */
  stop(): void {
    this.#isInUse = false;
    this.clear();
  }

  #rulesChanged(): void {
    const { entries } = this.#store;
    this.#isInUse = entries.length > 0;
    this.#records.use(entries);
    if (this.#isInUse) for (const { id } of this.#ports.state.pendingPrompts()) this.#enqueue(id);
    else {
      this.#records.removeAll();
      this.clear();
    }
  }

  #promptChanged(prompt: PromptRecord): void {
    if (isPending(prompt)) this.#enqueue(prompt.id);
    else this.#forget(prompt.id);
  }

  #forget(promptID: string): void {
    this.#cancelDue(promptID);
    this.#queue.delete(promptID);
    this.#records.remove(promptID);
  }

  #cancelDue(promptID: string): void {
    this.#due.get(promptID)?.();
    this.#due.delete(promptID);
  }

  #enqueue(promptID: string): void {
    this.#queue.add(promptID);
    if (this.#isDraining) return;
    this.#isDraining = true;
    void this.#drain();
  }

  /** Considers the prompts of the queue once the present work is done, which may be creating one. */
  async #drain(): Promise<void> {
    const { engine, fault } = this.#ports;
    for (const id of this.#queue) {
      await engine.turns.start();
      const prompt = this.#queue.delete(id) ? this.#pending(id) : undefined;
      try {
        if (prompt !== undefined) this.#consider(new AnswerOccasion(engine, prompt));
      } catch (error) {
        fault(error);
      }
    }
    this.#isDraining = false;
  }

  #pending(id: string): PromptRecord | undefined {
    const prompt = this.#ports.state.get('prompt', id);
    return prompt !== undefined && isPending(prompt) ? prompt : undefined;
  }

  /** Finds the rule of a prompt, and answers by it now or when it is due. */
  #consider(occasion: AnswerOccasion): void {
    const { id, runID, createdAt } = occasion.prompt;
    this.#cancelDue(id);
    const entry = this.#ruleOf(occasion);
    if (entry === undefined) return;
    const { time } = this.#ports.engine;
    const at = time.endOf(createdAt, entry.rule.afterSeconds * MICROS_PER_SECOND);
    if (at <= time.now()) this.#answer(occasion, entry);
    else
      this.#due.set(
        id,
        time.callAt(at, { kind: 'answer', runID }, () => this.#enqueue(id)),
      );
  }

  /** The rule that answers a prompt; `undefined` for none, and while its answer is refused. */
  #ruleOf(occasion: AnswerOccasion): AnswerEntry | undefined {
    const record = this.#records.of(occasion.prompt.id);
    const kept = this.#store.entries.find(({ id }) => id === record.ruleID);
    if (kept?.rule.enabled !== true) return this.#firstRule(occasion);
    const version = this.#records.versionOf(kept);
    if (version === record.version) return record.problem === '' ? kept : undefined;
    if (!occasion.fits(kept.rule)) return this.#firstRule(occasion);
    this.#records.set({ ...record, version, problem: '' });
    return kept;
  }

  /** The first rule that applies. Counts the prompt for each rule that matches it, once. */
  #firstRule(occasion: AnswerOccasion): AnswerEntry | undefined {
    const { seed, engine } = this.#ports;
    const { prompt } = occasion;
    const before = this.#records.of(prompt.id);
    const declined = [...before.declined];
    const found = this.#store.entries.find((entry) => {
      const { rule, counts } = entry;
      const version = this.#records.versionOf(entry);
      if (!rule.enabled || declined.includes(version) || !occasion.matches(rule)) return false;
      const known = counts.of('');
      const holds = (when: string): boolean => occasion.holds(when);
      const { applies, count } = select(rule, known, { seed: seed(), now: engine.time.now(), key: '', holds });
      if (count.matched === known.matched) return false;
      this.#store.count(entry, '', count);
      if (!applies) declined.push(version);
      return applies;
    });
    const chosen = found && { ruleID: found.id, version: this.#records.versionOf(found) };
    if (chosen !== undefined || declined.length > before.declined.length)
      this.#records.set({ id: prompt.id, ruleID: '', version: '', problem: '', ...chosen, declined });
    return found;
  }

  #answer(occasion: AnswerOccasion, entry: AnswerEntry): void {
    const { id, runID } = occasion.prompt;
    try {
      occasion.answer(entry.rule);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof ExpressionError)) throw error;
      this.#records.set({ ...this.#records.of(id), problem: error.message });
      this.#store.report(entry, problemText(id, error.message));
      this.#ports.engine.runs.note(runID, `The automatic answer "${entry.rule.slug}" to prompt ${id} was refused.`);
    }
  }
}

function problemText(promptID: string, problem: string): string {
  return `Prompt ${promptID}: ${problem}`;
}
