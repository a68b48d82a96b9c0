import { Budget } from '../../../shared/expression/budget.ts';
import { ExpressionError } from '../../../shared/expression/expression-error.ts';
import type { Call } from '../../../shared/model/call.ts';
import type { Fault } from '../../../shared/model/fault.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../shared/values/timestamp.ts';
import { chance } from '../engine/runs/simulation.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Ids } from '../engine/context/ports.ts';
import { AwaitedCalls, type CallNumbers } from './awaited-calls.ts';
import { select, type RuleCount } from './selection.ts';
import type { RuleStore } from './rule-store.ts';
import { FaultIndex, type CompiledFault } from './fault-index.ts';
import { combines, NO_PLAN, withFault, type FaultPlan } from './fault-plan.ts';
import { subjectOf, type FaultRequest, type RequestTarget, type SubjectSources } from './fault-request.ts';

/** Dependencies of the faults. */
export interface FaultPorts extends SubjectSources {
  readonly engine: Pick<Engine, 'definitions' | 'time' | 'expressionClock'>;
  readonly ids: Pick<Ids, 'digest'>;
  readonly seed: () => number;
}

/** A request being decided. */
interface Decision {
  readonly request: FaultRequest;
  readonly subject: RequestTarget;
  readonly seed: number;
  readonly now: Micros;
  readonly holds: (when: string, attempt: number) => boolean;
}

/** A request that has arrived, as the faults see it. */
export interface ArrivedRequest {
  /** Slug of its task; `undefined` for a request about none. */
  readonly task: string | undefined;
  /** Its call while calls are numbered. */
  readonly call: Call | undefined;
  /** IDs of the faults that hold others until it has been answered. */
  readonly awaitedBy: readonly string[];
  /** `undefined` when no fault applies. */
  readonly plan: FaultPlan | undefined;
}

/** Plans the effects of faults on requests, and counts them. */
export class Faults {
  /** The calls that held requests wait for. */
  readonly awaited = new AwaitedCalls();
  /** Numbers all calls while a schedule is applied. */
  numbers: CallNumbers | undefined;
  readonly #store: RuleStore<'faults'>;
  readonly #ports: FaultPorts;
  #index: FaultIndex;
  #isInUse = false;

  constructor(store: RuleStore<'faults'>, ports: FaultPorts) {
    this.#store = store;
    this.#ports = ports;
    this.#index = new FaultIndex([]);
    const refresh = (): void => {
      this.#index = new FaultIndex(store.entries);
      this.#isInUse = store.entries.length > 0;
      this.awaited.use(this.#index.all);
    };
    store.subscribe(refresh);
    refresh();
  }

  /** True when a fault may match the operation; takes no time without faults. */
  concerns(operation: Operation): boolean {
    if (this.numbers !== undefined) return true;
    return this.#isInUse && (!this.awaited.isEmpty || this.#index.concerns(operation));
  }

  /** Counts a request that arrives, and plans what faults do to it. */
  arrive(request: FaultRequest): ArrivedRequest {
    const subject = subjectOf(request, this.#ports);
    const task = subject.task?.slug;
    return {
      task,
      call: this.numbers?.next(request.operation, task),
      awaitedBy: this.awaited.isEmpty ? [] : this.awaited.arrived(request.operation, task),
      plan: this.#isInUse ? this.#decide(request, subject) : undefined,
    };
  }

  #decide(request: FaultRequest, subject: RequestTarget): FaultPlan | undefined {
    const key = this.#ports.engine.definitions().keys.get(request.apiKey);
    const apiKey = key && { id: key.id, slug: key.name };
    const found = this.#index.find({ ...subject, operation: request.operation, apiKey }, request.headers);
    if (found.length === 0) return undefined;
    const decision: Decision = {
      request,
      subject,
      seed: this.#ports.seed(),
      now: this.#ports.engine.time.now(),
      holds: this.#conditions(request),
    };
    let plan = NO_PLAN;
    let isDecided = false;
    for (const fault of found) {
      if (isDecided) this.#countAttempt(fault, decision);
      else if (this.#applies(fault, decision)) {
        plan = withFault(plan, fault.rule, () => this.#draw(fault, decision));
        isDecided = !combines(fault.rule);
      }
    }
    return plan === NO_PLAN ? undefined : plan;
  }

  #applies({ entry, rule }: CompiledFault, { request, subject, ...occasion }: Decision): boolean {
    const key = this.#keyOf(rule, request, subject);
    const before = entry.counts.of(key);
    const seconds = rule.kind === 'error' ? rule.retryAfterSeconds : undefined;
    // Hashed, since keys are stored and an API key is a secret.
    const call = seconds === undefined ? '' : this.#ports.ids.digest(`retry ${request.operation} ${request.apiKey}`);
    const isEarly = seconds !== undefined && (entry.counts.retryPeriods.get(call) ?? 0) > occasion.now;
    const { applies, count } = isEarly ? early(before) : select(rule, before, { ...occasion, key });
    this.#store.count(entry, key, count);
    if (applies && seconds !== undefined)
      this.#store.setRetryPeriod(entry, call, Math.ceil(occasion.now + seconds * MICROS_PER_SECOND));
    return applies;
  }

  /** Counts a request that an earlier fault has handled, for `nth` and `attempt`. */
  #countAttempt({ entry, rule }: CompiledFault, { request, subject }: Decision): void {
    if (rule.when === undefined && rule.nth === undefined) return;
    const key = this.#keyOf(rule, request, subject);
    const before = entry.counts.of(key);
    this.#store.count(entry, key, { ...before, attempts: before.attempts + 1 });
  }

  #draw({ entry, rule }: CompiledFault, { request, subject, seed }: Decision): number {
    const key = this.#keyOf(rule, request, subject);
    return chance(JSON.stringify([seed, rule.slug, key, 'jitter', entry.counts.of(key).applied]));
  }

  #keyOf({ countPer }: Fault, request: FaultRequest, { runID }: RequestTarget): string {
    if (countPer === 'fault') return '';
    const key = { apiKey: request.apiKey, idempotencyKey: request.idempotencyKey, run: runID }[countPer];
    // Hashed, since keys are stored and an API key is a secret.
    return this.#ports.ids.digest(`${countPer} ${key}`);
  }

  /** Evaluates conditions about a request, within one budget for all of them. */
  #conditions(request: FaultRequest): Decision['holds'] {
    let budget: Budget | undefined;
    let headers: Readonly<Record<string, string>> | undefined;
    return (when, attempt) => {
      budget ??= Budget.forForm(this.#ports.engine.expressionClock);
      headers ??= Object.fromEntries(request.headers);
      try {
        return Boolean(budget.evaluate(when, { request: request.request, headers, attempt }));
      } catch (error) {
        if (error instanceof ExpressionError) return false;
        throw error;
      }
    };
  }
}

/** Counts a retry within `retryAfterSeconds`, which does not count for `times`. */
function early(before: RuleCount): { readonly applies: boolean; readonly count: RuleCount } {
  const { attempts, matched, applied } = before;
  return { applies: true, count: { ...before, attempts: attempts + 1, matched: matched + 1, applied: applied + 1 } };
}
