import { Budget } from '../../../shared/expression/budget.ts';
import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { AnswerRule } from '../../../shared/model/rule.ts';
import { MAX_CHARACTERS } from '../../../shared/values/limits.ts';
import type { AnswerSubject } from '../engine/prompts/answer-subject.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Call } from '../engine/context/call.ts';
import { renderObject, renderText, type Rendering } from '../engine/runs/rendering.ts';
import { isFinished } from '../engine/runs/run-machine.ts';
import { matchesSubject } from './match.ts';
import { isPending, isPendingRequest } from '../../../shared/model/status.ts';
import type { EngineEvent } from '../engine/context/ports.ts';
import type { PromptRecord, RequestRecord } from '../engine/context/records.ts';
import type { State } from '../engine/context/state-port.ts';

type Scope = Readonly<Record<string, unknown>>;

/** A prompt or a request for approval to match with rules. */
export class AnswerMatch {
  readonly item: WaitingItem;
  readonly #engine: Engine;
  readonly #subject: AnswerSubject;
  #scope: Scope | undefined;
  /** Shared by the conditions of all rules. */
  #budget: Budget | undefined;

  constructor(engine: Engine, item: WaitingItem) {
    this.item = item;
    this.#engine = engine;
    this.#subject = item.type === 'prompt' ? engine.prompts.subject(item.entity) : engine.requests.subject(item.entity);
  }

  /** True when the rule is for this kind of item, and its `match` holds. */
  matches({ match, requests }: AnswerRule): boolean {
    const isForThis = (requests === undefined) === (this.item.type === 'prompt');
    return isForThis && matchesSubject(match, this.#subject);
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

  /** Answers by a rule. Throws `ApiError` or `ExpressionError` for an invalid answer. */
  answer(rule: AnswerRule): void {
    const { access } = this.#engine;
    const caller = rule.as === undefined ? access.localUser() : access.byUser(rule.as);
    const origin = { kind: 'window', trafficID: '', webhook: '' } as const;
    const call: Call = { caller, origin, warn: (text) => this.note(text), rule: rule.slug };
    const done = this.item.type === 'prompt' ? this.#answerPrompt(rule, call) : this.#answerRequest(rule, call);
    this.note(`The automatic answer "${rule.slug}" ${done} ${nameOf(this.item)}.`);
  }

  /** Adds a line to the log of the asking run, unless it has ended. */
  note(text: string): void {
    const { runs } = this.#engine;
    const run = runs.find(this.item.entity.runID);
    if (run !== undefined && !isFinished(run)) runs.note(run.id, text);
  }

  #answerPrompt({ cancel, submit }: AnswerRule, call: Call): string {
    const { prompts } = this.#engine;
    const { id } = this.item.entity;
    if (!cancel) prompts.submit(id, renderObject(submit, this.#rendering()), call);
    else prompts.cancel(id, call);
    return cancel ? 'cancelled' : 'submitted';
  }

  #answerRequest({ requests: how, reason: template = '' }: AnswerRule, call: Call): string {
    const { requests } = this.#engine;
    const reason = renderText(template, this.#rendering());
    if (reason.length > MAX_CHARACTERS.reason)
      throw new ApiError('invalid_request', `reason: may have ${MAX_CHARACTERS.reason} characters at most.`);
    const { id } = this.item.entity;
    if (how === 'approve') requests.approve(id, { reason, call });
    else requests.reject(id, { reason, call });
    return how === 'approve' ? 'approved' : 'rejected';
  }

  #rendering(): Rendering {
    return { scope: this.#values(), budget: Budget.forForm(this.#engine.expressionClock) };
  }

  #values(): Scope {
    return (this.#scope ??= this.#subject.scope());
  }
}

/** A prompt or a request for approval, as in events. */
export type WaitingItem = Extract<EngineEvent, { readonly type: 'prompt' | 'request' }>;

/** The prompt or request with this ID; `undefined` when it does not wait for an answer. */
export function findWaiting(state: Pick<State, 'get'>, id: string): WaitingItem | undefined {
  const item = itemOf(state.get('prompt', id), state.get('request', id));
  return item !== undefined && isWaiting(item) ? item : undefined;
}

/** The prompts and requests that wait for an answer, each list oldest first. */
export function allWaiting(state: Pick<State, 'pendingPrompts' | 'all'>): readonly string[] {
  const requests = [...state.all('request')].filter(isPendingRequest);
  return [...state.pendingPrompts(), ...requests].map(({ id }) => id);
}

/** True for a prompt or a request that waits for an answer. */
export function isWaiting(item: WaitingItem): boolean {
  return item.type === 'prompt' ? isPending(item.entity) : isPendingRequest(item.entity);
}

/** A prompt or a request in messages: `prompt pmt…`. */
export function nameOf({ type, entity: { id } }: WaitingItem): string {
  return `${type} ${id}`;
}

function itemOf(prompt: PromptRecord | undefined, request: RequestRecord | undefined): WaitingItem | undefined {
  if (prompt !== undefined) return { type: 'prompt', entity: prompt };
  return request && { type: 'request', entity: request };
}
