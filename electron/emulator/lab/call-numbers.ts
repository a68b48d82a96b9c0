import type { Call } from '../../../shared/model/call.ts';
import type { Operation } from '../../../shared/registry/operations.ts';

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
