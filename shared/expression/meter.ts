import type { MonotonicMilliseconds, EpochMilliseconds } from '../values/timestamp.ts';
import { EvaluationError } from './expression-error.ts';

/** Weight of the values that one unit of work may keep: as much as the body of a request has by default. */
export const MOST_KEPT = 10 * 1024 * 1024;
/** Weight of the values that the steps of one turn of the event loop may keep together, before others have their turn. */
const KEPT_IN_TURN = MOST_KEPT / 10;

/** Maximum length of a list that an expression builds. */
export const LONGEST_LIST = 1_000_000;

/** Limits of one expression. */
const LIMITS = {
  /** Longest text that it may build, in UTF-16 units. */
  text: 10_000_000,
  /** Length from which a joined text counts as new, in UTF-16 units. */
  shared: 1_000_000,
  /**
   * Maximum number of operations of at most about 100 ns: an expression is refused on every machine or on none, and holds the
   * event loop for at most some 50 ms.
   */
  operations: 500_000,
  /** Duration in milliseconds, for machines and operations that are slower than expected. */
  milliseconds: 100,
  operationsBetweenLooks: 1_000,
  units: 50_000_000,
  unitsPerItem: 4,
  depth: 200,
};

/** Limits of all expressions of one unit of work together: a step, a block or a form. */
export interface Allowance {
  readonly operations: number;
  readonly milliseconds: number;
  /** Name of the work for the error message: `step`. */
  readonly noun: string;
}

/** A part of the event loop's turn, shared by all evaluations in it. */
export interface TurnShare {
  /** Counts operations; true when the turn is used up. */
  readonly isUsed: (operations: number, now: MonotonicMilliseconds) => boolean;
}

/** Ends an evaluation at the end of its turn; the caller repeats it in a later turn. Not a failure. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver';
}

/** Counts the time, operations, memory and depth of evaluations. Everything that can take long checks with it first. */
export class Meter {
  readonly now: ExpressionClock['now'];
  private readonly monotonic: ExpressionClock['monotonic'];
  private readonly allowance: Allowance;
  private readonly turn: TurnShare | undefined;
  /** True when an expression may be interrupted at the end of its turn; otherwise the turn ends after it. */
  private interrupts = true;
  isTurnOver = false;
  private fuel = LIMITS.operationsBetweenLooks;
  private operations = 0;
  private together = 0;
  private startedAt: MonotonicMilliseconds | undefined;
  private turnStartedAt: MonotonicMilliseconds | undefined;
  private lastLookAt: MonotonicMilliseconds = 0;
  private earlierTurns = 0;
  private units = 0;
  private kept = 0;
  private keptInTurn = 0;
  private depth = 0;

  constructor(clock: ExpressionClock, allowance: Allowance, turn?: TurnShare) {
    this.now = clock.now;
    this.monotonic = clock.monotonic;
    this.allowance = allowance;
    this.turn = turn;
  }

  /** Begins the next expression. */
  begin(): void {
    this.operations = 0;
    this.startedAt = undefined;
    this.units = 0;
    this.depth = 0;
    this.spend(5);
  }

  /** True when what is kept takes a turn of its own to write. */
  get keepsMuch(): boolean {
    return this.keptInTurn > KEPT_IN_TURN;
  }

  /** Begins the next unit of work. */
  nextStep(): void {
    if (this.keepsMuch) this.keptInTurn = 0;
    this.interrupts = true;
    this.isTurnOver = false;
    this.together = 0;
    this.earlierTurns = 0;
    this.turnStartedAt = undefined;
    this.kept = 0;
  }

  /** Continues in a separate turn, in which no expression is interrupted. */
  nextTurn(): void {
    this.interrupts = false;
    this.isTurnOver = false;
    this.earlierTurns += this.lastLookAt - (this.turnStartedAt ?? this.lastLookAt);
    this.turnStartedAt = undefined;
    this.startedAt = undefined;
    this.operations = 0;
    this.kept = 0;
  }

  /** Throws `TurnOver` when the turn is used up. */
  assertTurn(): void {
    if (this.isTurnOver) throw new TurnOver('others have their turn first');
  }

  /** Counts `operations` of at most about 100 ns each; looks at the clock every thousand. */
  spend(operations: number): void {
    this.fuel -= operations;
    if (this.fuel < 0) this.look();
  }

  /** Checks the time limits. Short expressions never get here. */
  look(): void {
    const spent = LIMITS.operationsBetweenLooks - this.fuel;
    this.fuel = LIMITS.operationsBetweenLooks;
    this.operations += spent;
    this.together += spent;
    const now = this.monotonic();
    this.lastLookAt = now;
    this.startedAt ??= now;
    this.turnStartedAt ??= now;
    // Before the limits, which a repeated evaluation starts afresh.
    if (this.turn?.isUsed(spent, now) === true) {
      this.isTurnOver = true;
      if (this.interrupts) this.assertTurn();
    }
    this.assertWithinLimits(now);
  }

  private assertWithinLimits(now: MonotonicMilliseconds): void {
    if (this.operations > LIMITS.operations)
      throw new EvaluationError(`it needs more than ${LIMITS.operations} operations`);
    if (now - (this.startedAt ?? now) > LIMITS.milliseconds) {
      throw new EvaluationError(`it took longer than ${LIMITS.milliseconds} ms`);
    }
    const { operations, milliseconds, noun } = this.allowance;
    if (this.together > operations)
      throw new EvaluationError(`the expressions of this ${noun} need more than ${operations} operations`);
    if (this.earlierTurns + now - (this.turnStartedAt ?? now) > milliseconds) {
      throw new EvaluationError(`the expressions of this ${noun} took longer than ${milliseconds} ms`);
    }
  }

  /** Checks the limit of texts before one of `length` is made. */
  text(length: number): void {
    if (length > LIMITS.text) throw new EvaluationError(`it makes a text of more than ${LIMITS.text} characters`);
    this.allocate(length);
  }

  /** Counts a text joined from two: engines share the parts, so only huge ones are counted as new. */
  joined(length: number): void {
    this.spend(1 + (length >>> 12));
    if (length > LIMITS.shared) this.text(length);
  }

  /** Checks the limit of lists before one of `length` is made. */
  list(length: number): void {
    if (length > LONGEST_LIST) throw new EvaluationError(`it makes a list of more than ${LONGEST_LIST} items`);
    this.allocate(length * LIMITS.unitsPerItem);
    this.spend(length >>> 2);
  }

  /** Checks the limits before a table of `size` names or items, such as a Set, is made: each takes some hundred nanoseconds. */
  table(size: number): void {
    this.list(size);
    this.spend(size * 5);
  }

  /** Counts a value that outlives its expression: all values of one unit of work are held, and written, together. */
  keep(units: number): void {
    this.kept += units;
    this.keptInTurn += units;
    if (this.kept > MOST_KEPT)
      throw new EvaluationError(`the values of this ${this.allowance.noun} are too large together`);
  }

  enter(): void {
    this.spend(1);
    if (++this.depth > LIMITS.depth)
      throw new EvaluationError(`its functions call each other more than ${LIMITS.depth} deep`);
  }

  leave(): void {
    this.depth--;
  }

  private allocate(units: number): void {
    this.units += units;
    if (this.units > LIMITS.units) throw new EvaluationError('it needs too much memory');
    this.spend(units >>> 6);
  }
}

/** The clocks of an evaluation. */
export interface ExpressionClock {
  /** The time of `Date`, emulated or not: it may jump, or be frozen. */
  readonly now: () => EpochMilliseconds;
  /** The time that limits are measured in. */
  readonly monotonic: () => MonotonicMilliseconds;
}
