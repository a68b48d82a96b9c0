import { emptyExplored, explains, isSameButKinds, type Broken, type Explored, type Found } from './found.ts';
import { callKey, type Call } from '../../../shared/model/call.ts';
import type { Invariant } from '../../../shared/model/invariant.ts';
import { scheduleKey, type Schedule, type ScheduleElement } from '../../../shared/model/schedule.ts';
import { kindOf, probesOf, type Dimensions } from './catalogue.ts';
import { judge, judgeBaseline, type Violation } from './judge.ts';
import { inOrder } from './in-order.ts';
import type { SearchState } from './progress.ts';
import { repetitions } from './repeat.ts';
import { otherKinds, shrink } from './shrink.ts';
import type { TriedSpace } from './space.ts';
import type { RunTrial, Trial } from './trial.ts';
import { RandomSchedules, Walk, type Shard, type Step, type Tried } from './walk.ts';

/** A search to make. */
export interface Plan {
  readonly invariants: readonly Invariant[];
  readonly dimensions: Dimensions;
  readonly faultsAtOnce: number;
  /** Time at which no further schedule begins, on the clock of `now`, in milliseconds. */
  readonly deadline: number;
  /** Maximum number of trials of baseline and search. */
  readonly trials: number;
  /** True when random schedules follow, since somebody gave a budget. */
  readonly isRandom: boolean;
  readonly jobs: number;
  readonly seed: number;
  readonly all: boolean;
  readonly shard: Shard;
}

/** Means of a search. */
export interface SearchPorts {
  readonly run: RunTrial;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Ends the search: what was found is kept. */
  readonly signal: AbortSignal;
  readonly progress: (state: SearchState) => void;
  /** Told of the schedules to try, and of what came of each; absent when nobody looks. */
  readonly space?: TriedSpace | undefined;
}

/** Maximum number of kept trials. */
const MAX_MADE = 200;
/** Maximum number of schedules whose repetitions are kept. */
const MAX_REPEATED = 20;
/** Number of the trials of the baseline. */
const BASELINES = 2;

/** Tries schedules in the order of the walk, and shrinks those that break an invariant. */
export async function search(plan: Plan, ports: SearchPorts): Promise<Found> {
  const began = ports.now();
  const baseline = await ports.run([], 1);
  const again = await ports.run([], 2);
  const explored = emptyExplored(baseline.calls.length);
  const unsteady = ports.signal.aborted ? [] : differing(baseline, again);
  const failing = ports.signal.aborted
    ? undefined
    : [baseline, again]
        .map((trial) => judgeBaseline(plan.invariants, trial, baseline))
        .find(({ length }) => length > 0);
  const probes = failing === undefined && plan.dimensions.order ? await probe(baseline, plan, ports) : [];
  const one = new Search(plan, ports, { baseline, probes, explored });
  const isComplete = failing === undefined && !ports.signal.aborted && (await one.walk());
  explored.seconds = (ports.now() - began) / 1000;
  const isStopped = ports.signal.aborted;
  return { baseline, unsteady, failing: failing ?? [], explored, broken: one.broken, isComplete, isStopped };
}

/** Trials in which calls are answered a moment later, so that those that a client sends at once overlap. */
async function probe(
  { calls }: Trial,
  { trials, deadline }: Plan,
  { run, now, signal }: SearchPorts,
): Promise<Trial[]> {
  const made: Trial[] = [];
  for (const schedule of probesOf(calls)) {
    const number = BASELINES + made.length + 1;
    if (signal.aborted || number >= trials || now() >= deadline) break;
    made.push(await run(schedule, number));
  }
  return made;
}

function differing(one: Trial, other: Trial): Call[] {
  const [first, second] = [one, other].map(({ calls }) => new Map(calls.map(({ call }) => [callKey(call), call])));
  const only = (from = new Map<string, Call>(), without = new Map<string, Call>()) =>
    [...from].flatMap(([key, call]) => (without.has(key) ? [] : [call]));
  return [...only(first, second), ...only(second, first)];
}

/** A trial that breaks an invariant. */
interface Breaking {
  readonly schedule: Schedule;
  readonly trial: Trial;
  /** From 1 with the baseline, in the order of the walk. */
  readonly number: number;
}

/** The first trials of a search. */
interface Begun {
  readonly baseline: Trial;
  readonly probes: readonly Trial[];
  readonly explored: Explored;
}

/** A search in progress. */
class Search {
  readonly broken: Broken[] = [];
  readonly #plan: Plan;
  readonly #ports: SearchPorts;
  readonly #baseline: Trial;
  readonly #explored: Explored;
  readonly #walk: Walk;
  #trials: number;
  /** Number of schedules left at this depth. */
  #left = 0;
  /** Trials that shrank a schedule, which may break several invariants. */
  readonly #made = new Map<string, Trial>();
  readonly #repeated = new Map<string, Trial[]>();

  constructor(plan: Plan, ports: SearchPorts, { baseline, probes, explored }: Begun) {
    this.#plan = plan;
    this.#ports = ports;
    this.#baseline = baseline;
    this.#explored = explored;
    this.#trials = BASELINES + probes.length;
    this.#walk = new Walk([baseline, ...probes], plan.dimensions, plan.shard);
  }

  /** Walks level by level. Returns true when all was walked. */
  async walk(): Promise<boolean> {
    let steps = this.#walk.singles();
    let isComplete = true;
    this.#explored.pairs.total = this.#plan.faultsAtOnce < 2 ? 0 : this.#walk.pairs;
    for (let elements = 1; elements <= this.#plan.faultsAtOnce && steps.length > 0; elements++) {
      this.#addTotals(steps, elements);
      const level: Tried[] = [];
      const isLast = elements === this.#plan.faultsAtOnce;
      const count = await this.#tryAll(steps, (step, trial) => {
        if (!isLast) level.push(...this.#walk.tried(step, trial));
      });
      if (count < steps.length) isComplete = false;
      if (!isComplete || this.#isOver) break;
      steps = isLast ? [] : this.#walk.extend(level);
    }
    if (isComplete && this.#plan.isRandom) await this.#tryRandom();
    return isComplete;
  }

  get #isOver(): boolean {
    const { signal, now } = this.#ports;
    const { all, deadline, trials } = this.#plan;
    if (signal.aborted || now() >= deadline || this.#trials >= trials) return true;
    return !all && this.broken.length > 0;
  }

  #addTotals(steps: readonly Step[], elements: number): void {
    this.#ports.space?.plan(steps);
    const explored = this.#explored;
    if (elements === 2) explored.pairs.total = steps.length;
    for (const step of steps) {
      if (step.isNew) explored.newCalls.total += 1;
      if (elements === 1) explored[kindOfStep(step)].total += 1;
    }
  }

  #count({ schedule, isNew }: Step, trial: Trial): void {
    const explored = this.#explored;
    explored.schedules += 1;
    if (trial.unmet.length > 0) explored.unmet += 1;
    if (isNew) explored.newCalls.tried += 1;
    if (schedule.length === 2) explored.pairs.tried += 1;
    if (schedule.length === 1) explored[kindOfStep({ schedule })].tried += 1;
  }

  /** Tries schedules until the budget ends or one breaks an invariant. Returns the number of those that were tried. */
  async #tryAll(steps: readonly Step[], note: (step: Step, trial: Trial) => void = () => undefined): Promise<number> {
    let count = 0;
    const { jobs, trials } = this.#plan;
    const within = steps.slice(0, Math.max(0, trials - this.#trials));
    const first = this.#trials + 1;
    let isBroken = false;
    await inOrder(within, jobs, {
      run: (step, index) => {
        this.#ports.space?.begin(step);
        return this.#ports.run(step.schedule, first + index);
      },
      take: async (trial, index) => {
        const step = within[index];
        if (step === undefined || this.#ports.signal.aborted) return;
        count += 1;
        note(step, trial);
        isBroken = (await this.#take(step, trial, first + index)) || isBroken;
        this.#left = steps.length - count;
        this.#tell(false);
      },
      isOver: () =>
        this.#ports.signal.aborted || this.#ports.now() >= this.#plan.deadline || (isBroken && !this.#plan.all),
    });
    return count;
  }

  /** Counts and judges a trial. Returns true when it breaks an invariant. */
  async #take(step: Step, trial: Trial, number: number): Promise<boolean> {
    this.#trials += 1;
    this.#count(step, trial);
    const violations = judge(this.#plan.invariants, trial, this.#baseline);
    this.#ports.space?.note(step, violations.length > 0 ? 'b' : trial.unmet.length > 0 ? 'u' : 'h');
    for (const violation of violations) await this.#keep(violation, { schedule: step.schedule, trial, number });
    return violations.length > 0;
  }

  async #tryRandom(): Promise<void> {
    const { seed, faultsAtOnce } = this.#plan;
    const random = new RandomSchedules(this.#walk, { seed, fewest: faultsAtOnce + 1 });
    while (!this.#isOver) {
      const steps = random.next(64);
      if (steps.length === 0) return;
      await this.#tryAll(steps);
    }
  }

  /** Keeps the smallest schedule of a violation, unless one that is known explains it. */
  async #keep(violation: Violation, { schedule, trial, number }: Breaking): Promise<void> {
    const known = this.broken.filter((each) => each.violation.text === violation.text);
    if (known.some((each) => explains(each, schedule))) return;
    const { dimensions, invariants } = this.#plan;
    this.#made.set(scheduleKey(schedule), trial);
    const isStopped = (): boolean => this.#ports.signal.aborted;
    const breaks = async (candidate: Schedule): Promise<boolean> => {
      if (isStopped()) return false;
      const made = await this.#trialOf(candidate);
      // Its client may have been ended, and an element that nothing met explains nothing.
      return !isStopped() && made.unmet.length === 0 && hasBroken(invariants, made, this.#baseline, violation.text);
    };
    const smallest = await shrink(schedule, dimensions.faults, breaks);
    const same = known.find((each) => isSameButKinds(each.schedule, smallest));
    if (same !== undefined) return;
    const also: ScheduleElement[] = [];
    for (const other of otherKinds(smallest, dimensions.faults))
      if (await breaks(other)) also.push(...other.filter((element, index) => element !== smallest[index]));
    const again = await this.#repetitionsOf(smallest);
    const failures = again.filter((made) => hasBroken(invariants, made, this.#baseline, violation.text));
    const shown = failures.at(-1) ?? this.#made.get(scheduleKey(smallest)) ?? trial;
    const judged = judge(invariants, shown, this.#baseline).find(({ text }) => text === violation.text) ?? violation;
    this.broken.push({
      violation: judged,
      schedule: smallest,
      also,
      ...{ repetitions: again.length, reproduced: failures.length },
      trial: shown,
      number,
    });
  }

  #tell(isShrinking: boolean): void {
    this.#ports.progress({ explored: this.#explored, left: this.#left, found: this.broken.length, isShrinking });
  }

  /** A trial under a schedule, one for all invariants. */
  async #trialOf(schedule: Schedule): Promise<Trial> {
    this.#tell(true);
    const key = scheduleKey(schedule);
    const made = this.#made.get(key) ?? (await this.#ports.run(schedule, 0));
    if (this.#made.size > MAX_MADE) this.#made.clear();
    this.#made.set(key, made);
    return made;
  }

  async #repetitionsOf(schedule: Schedule): Promise<Trial[]> {
    const key = scheduleKey(schedule);
    const { signal } = this.#ports;
    const trials =
      this.#repeated.get(key) ??
      (await repetitions(schedule, { jobs: this.#plan.jobs, signal }, (each) => this.#ports.run(each, 0)));
    // Each has what its client printed.
    if (this.#repeated.size >= MAX_REPEATED) this.#repeated.clear();
    this.#repeated.set(key, trials);
    return trials;
  }
}

function kindOfStep({ schedule: [element] }: Pick<Step, 'schedule'>): 'singles' | 'people' | 'orders' {
  return element === undefined ? 'singles' : kindOf(element);
}

function hasBroken(invariants: readonly Invariant[], trial: Trial, baseline: Trial, text: string): boolean {
  return judge(invariants, trial, baseline).some((violation) => violation.text === text);
}
