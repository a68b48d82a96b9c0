import type { CoverageView, OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import { type RunStatus, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { OPERATIONS, SERVICE_OPERATIONS, type Operation } from '../../../shared/registry/operations.ts';
import { keysOf, tableOf } from '../../../shared/values/objects.ts';

/** Size of each of the two sets of counted runs. */
const RUNS_PER_SET = 50_000;

const SERVICE: ReadonlySet<Operation> = new Set(SERVICE_OPERATIONS);

/** A finished call of an operation. */
interface CoveredCall {
  /** 0 when the client got no answer. */
  readonly status: number;
  readonly error: { readonly decision: string | null } | undefined;
  /** `kind`: kinds separated by commas; `instead`: status of the answer that was replaced, null when nothing was executed. */
  readonly fault: { readonly kind: string; readonly instead: number | null } | undefined;
  /** ID of the request whose answer was repeated; "" when this one was processed. */
  readonly replayOf: string;
  readonly runID: string;
  readonly runStatus: RunStatus | '';
}

interface OperationCounts {
  calls: number;
  readonly answers: Counter<number>;
  readonly faults: Counter<string>;
}

/**
 * Counts the operations, answers, faults and decisions that clients of `/v0` have met. A reset of the state keeps it, so that it
 * covers a whole suite.
 */
export class Coverage {
  #operations = newOperations();
  #runs = new CountedRuns();
  #totals = newTotals();

  /** Counts a call. */
  addCall(operation: Operation, call: CoveredCall): void {
    const { status, error, fault, runStatus } = call;
    const counts = this.#operations[operation];
    counts.calls += 1;
    if (status !== 0) counts.answers.add(status);
    if (fault !== undefined) for (const kind of fault.kind.split(',')) counts.faults.add(kind);
    if (error !== undefined && error.decision !== null) this.#totals.decisions.add(error.decision);
    if (runStatus !== '') this.addRun(call.runID, runStatus);
    if (operation === 'prompts/submit' && isExecuted(call)) this.#totals.prompts.add('submitted');
    if (operation === 'prompts/cancel' && isExecuted(call)) this.#totals.prompts.add('cancelled');
  }

  /** Counts a run whose status a client has read. Runs that have not ended do not count. */
  addRun(runID: string, status: RunStatus): void {
    if (TERMINAL_RUN_STATUSES.has(status) && this.#runs.add(runID)) this.#totals.runStatuses.add(status);
  }

  read(): CoverageView {
    return {
      operations: OPERATIONS.filter((operation) => this.#isListed(operation)).map((operation): OperationCoverage => {
        const { calls, answers, faults } = this.#operations[operation];
        return { operation, calls, answers: answers.view(), faults: faults.view() };
      }),
      runStatuses: this.#totals.runStatuses.view(),
      prompts: this.#totals.prompts.view(),
      decisions: this.#totals.decisions.view(),
    };
  }

  /** True for operations of the service, and for calls of task code once one was made: most suites make none. */
  #isListed(operation: Operation): boolean {
    return SERVICE.has(operation) || this.#operations[operation].calls > 0;
  }

  /** Sets all counts to zero. Returns a function that adds those of before again. */
  clear(): () => void {
    const [operations, runs, totals] = [this.#operations, this.#runs, this.#totals];
    this.#operations = newOperations();
    this.#runs = new CountedRuns();
    this.#totals = newTotals();
    return () => {
      for (const operation of OPERATIONS) addCounts(this.#operations[operation], operations[operation]);
      this.#runs.addAll(runs);
      for (const name of keysOf(totals)) this.#totals[name].addAll(totals[name]);
    };
  }
}

/** True when the request was processed and succeeded, even if its client got another answer or none. */
function isExecuted({ error, fault, replayOf }: CoveredCall): boolean {
  if (replayOf !== '') return false;
  return fault === undefined ? error === undefined : fault.instead !== null && fault.instead < 300;
}

/** Counts that do not belong to an operation. */
function newTotals(): Readonly<Record<'runStatuses' | 'prompts' | 'decisions', Counter<string>>> {
  return { runStatuses: new Counter(), prompts: new Counter(), decisions: new Counter() };
}

function addCounts(sum: OperationCounts, { calls, answers, faults }: OperationCounts): void {
  sum.calls += calls;
  sum.answers.addAll(answers);
  sum.faults.addAll(faults);
}

function newOperations(): Readonly<Record<Operation, OperationCounts>> {
  return tableOf(OPERATIONS, () => ({ calls: 0, answers: new Counter(), faults: new Counter() }));
}

/** Counts by key. */
class Counter<Key extends string | number> {
  readonly #counts = new Map<Key, number>();

  add(key: Key, count = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  addAll(other: Counter<Key>): void {
    for (const [key, count] of other.#counts) this.add(key, count);
  }

  /** The counts, by key in order. */
  view(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** The latest 50,000 to 100,000 runs that were counted, of about 80 bytes each. A run that was read before all of them counts again. */
class CountedRuns {
  #latest = new Set<string>();
  #before = new Set<string>();

  /** Adds a run; false when it is known. */
  add(runID: string): boolean {
    if (this.#latest.has(runID) || this.#before.has(runID)) return false;
    if (this.#latest.size >= RUNS_PER_SET) {
      this.#before = this.#latest;
      this.#latest = new Set();
    }
    this.#latest.add(runID);
    return true;
  }

  addAll(other: CountedRuns): void {
    for (const runID of [...other.#before, ...other.#latest]) this.add(runID);
  }
}
