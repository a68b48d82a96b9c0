import { Budget } from '../../../shared/expression/budget.ts';
import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import type { AnswerRule } from '../../../shared/model/answer-rule.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Call, Engine } from '../engine/engine.ts';
import type { PromptRecord } from '../engine/records.ts';
import { renderJson } from '../engine/rendering.ts';
import { matchesSubject, type SubjectFacts } from './match.ts';

type Scope = Readonly<Record<string, unknown>>;

/** A prompt that rules are tried on. */
export class AnswerOccasion {
  readonly prompt: PromptRecord;
  readonly #engine: Engine;
  readonly #subject: SubjectFacts & { readonly scope: () => Scope };
  #scope: Scope | undefined;
  /** Shared by the conditions of all rules. */
  #budget: Budget | undefined;

  constructor(engine: Engine, prompt: PromptRecord) {
    this.prompt = prompt;
    this.#engine = engine;
    this.#subject = engine.prompts.subject(prompt);
  }

  /** True when the `match` of a rule holds. */
  matches({ match }: AnswerRule): boolean {
    return matchesSubject(match, this.#subject);
  }

  /** True when the `match` and `when` of a rule hold. */
  fits(rule: AnswerRule): boolean {
    return this.matches(rule) && (rule.when === undefined || this.holds(rule.when));
  }

  /** Evaluates a condition; false when it fails. */
  holds(when: string): boolean {
    this.#budget ??= Budget.forForm(this.#engine.expressionClock);
    try {
      return Boolean(this.#budget.evaluate(when, this.#values()));
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  }

  /** Submits or cancels the prompt as a rule says. Throws `ApiError` or `ExpressionError` for an answer that breaks a rule. */
  answer({ slug, as: user, cancel, submit }: AnswerRule): void {
    const { access, prompts, runs, expressionClock } = this.#engine;
    const { id, runID } = this.prompt;
    const caller = user === undefined ? access.localUser() : access.byUser(user);
    const note = (text: string): void => runs.note(runID, text);
    if (cancel) prompts.cancel(id, caller, slug);
    else {
      const budget = Budget.forForm(expressionClock);
      // Rendering an object gives an object.
      const values = renderJson(submit, { scope: this.#values(), budget }) as JsonObject;
      const origin = { kind: 'window', trafficID: '', webhook: '' } as const;
      const call: Call = { caller, origin, warn: note, rule: slug };
      prompts.submit(id, values, call);
    }
    note(`The automatic answer "${slug}" ${cancel ? 'cancelled' : 'submitted'} prompt ${id}.`);
  }

  #values(): Scope {
    return (this.#scope ??= this.#subject.scope());
  }
}
