import type { PromptRecord } from '../../engine/records.ts';
import { isPending } from '../../../../shared/model/prompt-state.ts';
import { type Collection, oldestFirst } from './collections.ts';

/** Prompts of runs that are not in an archive, by ID and by run. */
export class PromptCollection implements Collection<PromptRecord> {
  readonly #byId = new Map<string, PromptRecord>();
  readonly #byRun = new Map<string, Set<string>>();
  readonly #pending = new Map<string, PromptRecord>();

  get(id: string): PromptRecord | undefined {
    return this.#byId.get(id);
  }

  put(prompt: PromptRecord): void {
    this.#byId.set(prompt.id, prompt);
    const ids = this.#byRun.get(prompt.runID);
    if (ids === undefined) this.#byRun.set(prompt.runID, new Set([prompt.id]));
    else ids.add(prompt.id);
    if (isPending(prompt)) this.#pending.set(prompt.id, prompt);
    else this.#pending.delete(prompt.id);
  }

  remove(id: string): void {
    const runID = this.#byId.get(id)?.runID ?? '';
    this.#byId.delete(id);
    this.#pending.delete(id);
    const ids = this.#byRun.get(runID);
    ids?.delete(id);
    if (ids?.size === 0) this.#byRun.delete(runID);
  }

  clear(): void {
    this.#byId.clear();
    this.#byRun.clear();
    this.#pending.clear();
  }

  values(): Iterable<PromptRecord> {
    return this.#byId.values();
  }

  /** Prompts of a run, oldest first. */
  of(runID: string): readonly PromptRecord[] {
    return [...(this.#byRun.get(runID) ?? [])].flatMap((id) => this.#byId.get(id) ?? []).sort(oldestFirst);
  }

  /** True when a run has a pending prompt. */
  isPendingOf(runID: string): boolean {
    for (const id of this.#byRun.get(runID) ?? []) if (this.#pending.has(id)) return true;
    return false;
  }

  pending(): readonly PromptRecord[] {
    return [...this.#pending.values()].sort(oldestFirst);
  }
}
