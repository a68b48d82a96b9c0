import { callKey, type Call } from '../../../shared/model/call.ts';
import type { Operation } from '../../../shared/registry/operations.ts';
import type { CompiledFault } from './fault-index.ts';

/** A fault that holds until a call has been answered, with the numbers of calls since it was added. */
interface Awaited {
  readonly until: Call;
  readonly numbers: CallNumbers;
}

/** The calls that faults of kind `hold` wait for, by fault. */
export class AwaitedCalls {
  #byFault: ReadonlyMap<string, Awaited> = new Map();
  readonly #answered = new Set<string>();

  /** Watches for the calls of these faults. Those that were watched before keep their numbers. */
  use(faults: readonly CompiledFault[]): void {
    const before = this.#byFault;
    const awaited = new Map<string, Awaited>();
    for (const { entry, rule } of faults) {
      if (rule.kind !== 'hold' || rule.until === undefined) continue;
      const known = before.get(entry.id);
      const isSame = known !== undefined && callKey(known.until) === callKey(rule.until);
      awaited.set(entry.id, isSame ? known : { until: rule.until, numbers: new CallNumbers() });
      if (!isSame) this.#answered.delete(entry.id);
    }
    for (const id of this.#answered) if (!awaited.has(id)) this.#answered.delete(id);
    this.#byFault = awaited;
  }

  get isEmpty(): boolean {
    return this.#byFault.size === 0;
  }

  /** Counts an arriving request. Returns the IDs of the faults that hold until it has been answered. */
  arrived(operation: Operation, task: string | undefined): string[] {
    return [...this.#byFault].flatMap(([id, { until, numbers }]) =>
      callKey(numbers.next(operation, task)) === callKey(until) ? [id] : [],
    );
  }

  /** Notes that the call of a fault has been answered. */
  answered(id: string): void {
    if (this.#byFault.has(id)) this.#answered.add(id);
  }

  /** True once the call that a fault waits for has been answered. */
  isAnswered(id: string): boolean {
    return this.#answered.has(id);
  }
}

/** Numbers the requests with the same operation and task, from 1. */
export class CallNumbers {
  readonly #counts = new Map<string, number>();

  /** The call of the request that arrives now. @param task slug; `undefined` for a request about none */
  next(operation: Operation, task: string | undefined): Call {
    const key = `${operation} ${task ?? ''}`;
    const nth = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, nth);
    return task === undefined ? { operation, nth } : { operation, task, nth };
  }
}
