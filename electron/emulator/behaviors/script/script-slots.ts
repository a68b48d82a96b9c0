import { StoppingError } from '../guard.ts';
import { SCRIPT_MEMORY_MB } from './protocol/protocol.ts';
import { clearTimeout, setTimeout } from '../../timers/timers.ts';

/** Maximum memory of scripts in megabytes, beyond that of their processes at the start. */
export interface ScriptMemory {
  readonly each: number;
  /** All scripts together. */
  readonly all: number;
}

/** Limits of the scripts that run at a time. */
export interface ScriptLimits {
  /** Maximum number of scripts, those that sleep or wait for a prompt included. Each takes 15 to 50 MB. */
  readonly scripts: number;
  /**
   * Maximum time without an ending script, in milliseconds. Then the longest-waiting run fails, since the others may all wait for
   * it.
   */
  readonly wait: number;
  readonly memory: ScriptMemory;
}

export const SCRIPT_LIMITS: ScriptLimits = {
  scripts: 100,
  wait: 30_000,
  memory: { each: SCRIPT_MEMORY_MB, all: 1024 },
};

/** Limits of slots, and the reason for which the longest-waiting run fails. */
interface SlotLimits {
  readonly slots: number;
  /** In milliseconds; as in `ScriptLimits`. */
  readonly wait: number;
  readonly reason: string;
}

/** Slots of scripts. */
export function slotsOfScripts({ scripts, wait }: Pick<ScriptLimits, 'scripts' | 'wait'>): SlotLimits {
  return { slots: scripts, wait, reason: `${scripts} scripts run already, those that sleep on the clock included` };
}

/** Slots of Hangar's own programs. They are not those of scripts, which wait for them: a program waits for the network only. */
export const PROGRAM_SLOTS: SlotLimits = { slots: 50, wait: 120_000, reason: '50 built-in tasks run already' };

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Limits the number of scripts that run at a time. Further runs wait in order. */
export class ScriptSlots {
  readonly #limits: SlotLimits;
  readonly #waiters = new Set<Waiter>();
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Takes a free slot; false when there is none. */
  tryTake(): boolean {
    if (this.#taken === this.#limits.slots) return false;
    this.#taken += 1;
    return true;
  }

  /** Waits for a slot. Rejects when the signal aborts first, or when none becomes free in time. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiters.delete(waiter);
        reject(new Error('the script was stopped'));
      };
      const over = (end: () => void) => () => {
        signal.removeEventListener('abort', abort);
        end();
      };
      const waiter: Waiter = { resolve: over(resolve), reject: (error) => over(() => reject(error))() };
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      this.#waiters.add(waiter);
      this.#watch();
    });
  }

  /** Passes a slot to the run that has waited longest. */
  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiter = this.#next();
    if (waiter === undefined) this.#taken -= 1;
    else waiter.resolve();
    this.#watch();
  }

  /** Rejects all waits. */
  close(): void {
    clearTimeout(this.#timer);
    for (let waiter = this.#next(); waiter !== undefined; waiter = this.#next()) waiter.reject(new StoppingError());
  }

  #next(): Waiter | undefined {
    const [waiter] = this.#waiters;
    if (waiter !== undefined) this.#waiters.delete(waiter);
    return waiter;
  }

  #watch(): void {
    if (this.#waiters.size === 0) return;
    const { reason, wait } = this.#limits;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const sentence = `${reason}, and none ended within ${wait / 1000} s`;
      this.#next()?.reject(new Error(sentence));
      this.#watch();
    }, wait);
  }
}
