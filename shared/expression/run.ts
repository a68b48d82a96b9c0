import { Fault } from './expression-error.ts';

/** How long one expression may take, and the clock that tells: milliseconds since 1970, also what `Date.now()` answers. */
export interface Limits {
  readonly now: () => number;
  readonly milliseconds?: number;
}

/** Longest text an expression may build, in UTF-16 units. */
const LONGEST_TEXT = 10_000_000;
/** Longest list an expression may build. */
export const LONGEST_LIST = 1_000_000;

const LONGEST_SHARED = 1_000_000;
const DEFAULT_MILLISECONDS = 250;
const STEPS_BETWEEN_LOOKS = 1_000;
/** For clocks that stand still, as in tests: about a second of work. */
const MOST_STEPS = 20_000_000;
const MOST_UNITS = 50_000_000;
const UNITS_PER_ITEM = 4;
const DEEPEST_CALL = 200;

/** The budget of one evaluation: time, steps, memory and depth. Everything that can take long asks it first. */
export class Run {
  readonly now: () => number;
  private readonly milliseconds: number;
  private deadline: number | undefined;
  private fuel = 0;
  private steps = 0;
  private units = 0;
  private depth = 0;

  constructor(limits: Limits) {
    this.now = limits.now;
    this.milliseconds = limits.milliseconds ?? DEFAULT_MILLISECONDS;
  }

  /** Counts `steps` pieces of work of at most about 100 ns each; looks at the clock every thousand. */
  spend(steps: number): void {
    this.fuel -= steps;
    if (this.fuel < 0) this.look();
  }

  /** Looks at the clock: at most once per expression unless it works a lot, so simple ones never pay for it. */
  look(): void {
    this.steps += STEPS_BETWEEN_LOOKS - this.fuel;
    this.fuel = STEPS_BETWEEN_LOOKS;
    const now = this.now();
    this.deadline ??= now + this.milliseconds;
    if (now > this.deadline || this.steps > MOST_STEPS) {
      throw new Fault(`it took longer than ${this.milliseconds} ms`);
    }
  }

  /** Asks for a text of `length` before it is made. */
  text(length: number): void {
    if (length > LONGEST_TEXT) throw new Fault(`it makes a text of more than ${LONGEST_TEXT} characters`);
    this.allocate(length);
  }

  /** Counts a text joined from two: engines share the parts, so only huge ones are counted as new. */
  joined(length: number): void {
    this.spend(1 + (length >>> 12));
    if (length > LONGEST_SHARED) this.text(length);
  }

  /** Asks for a list of `length` before it is made. */
  list(length: number): void {
    if (length > LONGEST_LIST) throw new Fault(`it makes a list of more than ${LONGEST_LIST} items`);
    this.allocate(length * UNITS_PER_ITEM);
  }

  enter(): void {
    this.spend(1);
    if (++this.depth > DEEPEST_CALL) throw new Fault(`its functions call each other more than ${DEEPEST_CALL} deep`);
  }

  leave(): void {
    this.depth--;
  }

  private allocate(units: number): void {
    this.units += units;
    if (this.units > MOST_UNITS) throw new Fault('it needs too much memory');
    this.spend(units >>> 6);
  }
}
