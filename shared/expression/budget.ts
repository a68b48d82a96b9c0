import { evaluateWithin } from './evaluate.ts';
import type { Scope } from './frame.ts';
import { type ExpressionClock, Meter, type Allowance, type TurnShare } from './meter.ts';
import { weightOf } from './weight.ts';

export { TurnOver, type TurnShare } from './meter.ts';

/**
 * Limits of all expressions of a step or block together, which may take several turns of the event loop. Source:
 * docs/workspace-file.md, "Expressions".
 */
const STEP: Allowance = { operations: 5_000_000, milliseconds: 1_000, noun: 'step' };
/** Limits of all `validate` and `hidden` of a form together: a request waits for them. */
const FORM: Allowance = { operations: 500_000, milliseconds: 100, noun: 'form' };

/**
 * Evaluates the expressions of one unit of work within shared limits. With a share of the event loop's turn, an evaluation may
 * end in `TurnOver`: the caller evaluates all again in the same order after `resume`, with earlier results remembered.
 */
export class Budget {
  /** Counts work other than evaluation, such as parsing templates. */
  readonly meter: Meter;
  private readonly values: unknown[] | undefined;
  /** Cache of weights, since a large value may be used in many places. */
  private weights: WeakMap<object, number> | undefined;
  private next = 0;
  /** True once this turn computed something. Every turn must, or the work would never finish. */
  private advanced = true;

  private constructor(clock: ExpressionClock, allowance: Allowance, turn?: TurnShare) {
    this.meter = new Meter(clock, allowance, turn);
    this.values = turn === undefined ? undefined : [];
  }

  /** A budget for a form, whose expressions are evaluated at once. */
  static forForm(clock: ExpressionClock): Budget {
    return new Budget(clock, FORM);
  }

  /** A budget for a step or block. */
  static forStep(clock: ExpressionClock, turn?: TurnShare): Budget {
    return new Budget(clock, STEP, turn);
  }

  /** The value of an expression; see `evaluate`. Throws ExpressionError or TurnOver. */
  evaluate(text: string, scope: Scope): unknown {
    const { values } = this;
    if (values === undefined) return evaluateWithin(text, scope, this.meter);
    const at = this.next++;
    if (at < values.length) return values[at];
    if (this.advanced) this.meter.assertTurn();
    const value = evaluateWithin(text, scope, this.meter);
    values.push(value);
    this.advanced = true;
    return value;
  }

  /** Counts a value that becomes part of the work's result. */
  keep(value: unknown): void {
    const isObject = typeof value === 'object' && value !== null;
    const known = isObject ? this.weights?.get(value) : undefined;
    const weight = known ?? weightOf(value, this.meter);
    if (isObject && known === undefined) (this.weights ??= new WeakMap()).set(value, weight);
    this.meter.keep(weight);
  }

  /** Begins the next step and resets the limits. */
  nextStep(): void {
    this.next = 0;
    this.advanced = true;
    if (this.values !== undefined) this.values.length = 0;
    this.meter.nextStep();
  }

  /** True when the event loop should run other work before the next step. */
  get isTurnOver(): boolean {
    return this.meter.isTurnOver || this.meter.keepsMuch;
  }

  /** Continues in a new turn of the event loop. */
  resume(): void {
    this.next = 0;
    this.advanced = false;
    this.meter.nextTurn();
  }
}
