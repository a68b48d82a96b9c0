import { RUN_KEY } from '../../../../shared/model/secrets.ts';

/** API keys of running processes. Everything executed with such a key becomes a child of the run. */
export class RunKeys {
  readonly #runOfKey = new Map<string, string>();
  readonly #keyOfRun = new Map<string, string>();

  /** The key of a run, valid until `revoke`. The first call creates it. */
  issue(runID: string, secret: () => string): string {
    const known = this.#keyOfRun.get(runID);
    if (known !== undefined) return known;
    const key = RUN_KEY.prefix + secret();
    this.#keyOfRun.set(runID, key);
    this.#runOfKey.set(key, runID);
    return key;
  }

  revoke(runID: string): void {
    const key = this.#keyOfRun.get(runID);
    if (key === undefined) return;
    this.#keyOfRun.delete(runID);
    this.#runOfKey.delete(key);
  }

  /** The ID of the run that a key belongs to; `undefined` for any other key. */
  runID(key: string): string | undefined {
    return this.#runOfKey.get(key);
  }
}
