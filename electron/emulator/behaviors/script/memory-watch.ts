import { canReadMemory, memoryOf, processesBelow } from './process-memory.ts';
import { ALL_SCRIPTS_MEMORY_MB, OUT_OF_MEMORY, SCRIPT_MEMORY_MB } from './protocol/protocol.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;
const LIMIT = SCRIPT_MEMORY_MB * BYTES_PER_MEGABYTE;
const LIMIT_OF_ALL = ALL_SCRIPTS_MEMORY_MB * BYTES_PER_MEGABYTE;

/** Interval between two looks at the memory of scripts, in milliseconds. */
const EVERY = 100;
/** Interval between two searches for processes that scripts have started, in milliseconds. */
const SEARCH_EVERY = 500;
/** Looking may take this part of the server's time at most; with many scripts or processes it is done less often. */
const SHARE = 1 / 25;

/** A script whose memory is watched. */
export interface WatchedScript {
  /** Takes what the script's own process tells, where the server cannot look. In bytes. */
  readonly report: (bytes: number) => void;
  /** Looks once more, at what the script used most; calls `exceed` when that was too much. */
  readonly finish: () => void;
  readonly stop: () => void;
}

interface Entry {
  readonly pid: number;
  readonly exceed: (reason: string) => void;
  /** At the start; what is used beyond counts. In bytes; undefined until it is known. */
  base: number | undefined;
  readonly residentBase: number;
  used: number;
  /** Processes that the script has started. */
  below: readonly number[];
}

/** Watches from outside what memory scripts use, each with the processes that it has started, and calls for the end of those that use too much. */
export class MemoryWatch {
  readonly #entries = new Set<Entry>();
  #timer: NodeJS.Timeout | undefined;
  #nextSearch = 0;

  /** @param exceed ends the script; it is called with a sentence about why */
  watch(pid: number, exceed: (reason: string) => void): WatchedScript {
    const memory = canReadMemory ? memoryOf(pid) : undefined;
    const entry: Entry = {
      ...{ pid, exceed, used: 0, below: [] },
      base: memory?.own,
      residentBase: memory?.resident ?? Infinity,
    };
    this.#entries.add(entry);
    if (canReadMemory) this.#timer ??= setTimeout(() => this.#look(), EVERY).unref();
    return {
      report: (bytes) => this.#report(entry, bytes),
      finish: () => {
        const growth = (memoryOf(pid)?.peak ?? 0) - entry.residentBase;
        if (canReadMemory && growth > LIMIT) exceed(reasonFor(growth));
      },
      stop: () => void this.#entries.delete(entry),
    };
  }

  /** The first report tells what the process had at the start. */
  #report(entry: Entry, bytes: number): void {
    entry.base ??= bytes;
    entry.used = bytes - entry.base;
    this.#judge();
  }

  #look(): void {
    const began = performance.now();
    if (began >= this.#nextSearch) this.#search();
    for (const entry of this.#entries) entry.used = usedBy(entry);
    this.#judge();
    const pause = Math.max(EVERY, (performance.now() - began) / SHARE);
    this.#timer = this.#entries.size === 0 ? undefined : setTimeout(() => this.#look(), pause).unref();
  }

  #search(): void {
    const began = performance.now();
    const below = processesBelow(new Set([...this.#entries].map(({ pid }) => pid)));
    for (const entry of this.#entries) entry.below = below.get(entry.pid) ?? [];
    const now = performance.now();
    this.#nextSearch = now + Math.max(SEARCH_EVERY, (now - began) / SHARE);
  }

  #judge(): void {
    for (const entry of this.#entries) if (entry.used > LIMIT) this.#end(entry, reasonFor(entry.used));
    let sum = [...this.#entries].reduce((total, { used }) => total + used, 0);
    for (const entry of [...this.#entries].sort((one, other) => other.used - one.used)) {
      if (sum <= LIMIT_OF_ALL) return;
      this.#end(entry, reasonForAll(entry.used, sum));
      sum -= entry.used;
    }
  }

  #end(entry: Entry, reason: string): void {
    this.#entries.delete(entry);
    entry.exceed(reason);
  }
}

function usedBy({ pid, base, below }: Entry): number {
  const own = memoryOf(pid)?.own ?? 0;
  return below.reduce((total, child) => total + (memoryOf(child)?.own ?? 0), Math.max(0, own - (base ?? own)));
}

function reasonFor(bytes: number): string {
  return `${OUT_OF_MEMORY}, and all scripts together ${ALL_SCRIPTS_MEMORY_MB} MB; it used ${megabytes(bytes)}`;
}

function reasonForAll(bytes: number, all: number): string {
  return `${reasonFor(bytes)}, more than any other, and all together ${megabytes(all)}`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / BYTES_PER_MEGABYTE)} MB`;
}
