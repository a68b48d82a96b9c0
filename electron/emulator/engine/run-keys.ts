import type { Caller } from '../../../shared/model/access.ts';

/** API keys of running processes. Everything executed with such a key becomes a child of the run. */
export class RunKeys {
  readonly #callers = new Map<string, Caller>();
  readonly #keyOfRun = new Map<string, string>();

  /** The key of the caller's run, valid until `revoke`. The first call creates it. */
  issue(caller: Caller, secret: () => string): string {
    const known = this.#keyOfRun.get(caller.runID);
    if (known !== undefined) return known;
    const key = `tkn_run_${secret()}`;
    this.#keyOfRun.set(caller.runID, key);
    this.#callers.set(key, caller);
    return key;
  }

  revoke(runID: string): void {
    const key = this.#keyOfRun.get(runID);
    if (key === undefined) return;
    this.#keyOfRun.delete(runID);
    this.#callers.delete(key);
  }

  caller(key: string): Caller | undefined {
    return this.#callers.get(key);
  }
}
