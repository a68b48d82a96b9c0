import type { CoverageView, OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import { type RunStatus, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import { OPERATIONS, SERVICE_OPERATIONS, type Operation } from '../../../shared/registry/operations.ts';
import { tableOf } from '../../../shared/values/keys-of.ts';

/** Size of each of the two sets of counted runs. */
const RUNS_PER_SET = 50_000;

const SERVICE: ReadonlySet<Operation> = new Set(SERVICE_OPERATIONS);

/** A finished call of an operation. */
export interface CoveredCall {
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
  readonly #runStatuses = new Counter<RunStatus>();
  readonly #prompts = new Counter<'submitted' | 'cancelled'>();
  readonly #decisions = new Counter<string>();

  /** Counts a call. */
  addCall(operation: Operation, call: CoveredCall): void {
    const { status, error, fault, runStatus } = call;
    const counts = this.#operations[operation];
    counts.calls += 1;
    if (status !== 0) counts.answers.add(status);
    if (fault !== undefined) for (const kind of fault.kind.split(',')) counts.faults.add(kind);
    if (error !== undefined && error.decision !== null) this.#decisions.add(error.decision);
    if (runStatus !== '') this.addRun(call.runID, runStatus);
    if (operation === 'prompts/submit' && isExecuted(call)) this.#prompts.add('submitted');
    if (operation === 'prompts/cancel' && isExecuted(call)) this.#prompts.add('cancelled');
  }

  /** Counts a run whose status a client has read. Runs that have not ended do not count. */
  addRun(runID: string, status: RunStatus): void {
    if (TERMINAL_RUN_STATUSES.has(status) && this.#runs.add(runID)) this.#runStatuses.add(status);
  }

  read(): CoverageView {
    return {
      operations: OPERATIONS.filter((operation) => this.#isListed(operation)).map((operation): OperationCoverage => {
        const { calls, answers, faults } = this.#operations[operation];
        return { operation, calls, answers: answers.view(), faults: faults.view() };
      }),
      runStatuses: this.#runStatuses.view(),
      prompts: this.#prompts.view(),
      decisions: this.#decisions.view(),
    };
  }

  /** True for operations of the service, and for calls of task code once one was made: most suites make none. */
  #isListed(operation: Operation): boolean {
    return SERVICE.has(operation) || this.#operations[operation].calls > 0;
  }

  /** Sets all counts to zero. */
  clear(): void {
    this.#operations = newOperations();
    this.#runs = new CountedRuns();
    for (const counter of [this.#runStatuses, this.#prompts, this.#decisions]) counter.clear();
  }
}

/** True when the request was processed and succeeded, even if its client got another answer or none. */
function isExecuted({ error, fault, replayOf }: CoveredCall): boolean {
  if (replayOf !== '') return false;
  return fault === undefined ? error === undefined : fault.instead !== null && fault.instead < 300;
}

function newOperations(): Readonly<Record<Operation, OperationCounts>> {
  return tableOf(OPERATIONS, () => ({ calls: 0, answers: new Counter(), faults: new Counter() }));
}

/** Counts by key. */
class Counter<Key extends string | number> {
  readonly #counts = new Map<Key, number>();

  add(key: Key): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  clear(): void {
    this.#counts.clear();
  }

  /** The counts, by key in order. */
  view(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** The latest 50,000 to 100,000 runs that were counted. A run that was read before all of them counts again. */
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
}
