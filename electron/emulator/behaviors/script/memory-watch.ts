import { readdirSync } from 'node:fs';
import { outOfMemory } from './protocol/protocol.ts';
import type { ScriptMemory } from './script-slots.ts';
import { performance, setTimeout } from '../../timers/timers.ts';
import { readProcFileSync } from '../../files/read-file.ts';
import { hasProc, procStat, type ProcStat } from '../../platform/processes.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;

/** Interval between checks of the scripts' memory, in milliseconds. */
const CHECK_EVERY = 100;
/** Interval between searches for processes that scripts have started, in milliseconds. */
const SEARCH_EVERY = 500;
/** Maximum part of the server's time for checks. With many scripts or processes they are less frequent. */
const TIME_SHARE = 1 / 25;

/** A watched script. */
interface WatchedScript {
  /** Receives the memory that the script's process reports, in bytes, where the server cannot read it. */
  readonly report: (bytes: number) => void;
  /** Checks the peak memory, and calls `exceed` when it was too high. */
  readonly finish: () => void;
  readonly stop: () => void;
}

interface Entry {
  readonly pid: number;
  readonly exceed: (reason: string) => void;
  /** Memory at the start in bytes, which does not count; `undefined` until it is known. */
  base: number | undefined;
  readonly residentBase: number;
  used: number;
  /** IDs of the processes that the script has started. */
  descendants: readonly number[];
}

/** Watches the memory of scripts and of the processes they have started, and reports those that use too much. */
export class MemoryWatch {
  readonly #limits: ScriptMemory;
  readonly #entries = new Set<Entry>();
  #timer: NodeJS.Timeout | undefined;
  #nextSearch = 0;

  constructor(limits: ScriptMemory) {
    this.#limits = limits;
  }

  /** Watches a script. @param exceed ends the script; called with the reason */
  watch(pid: number, exceed: (reason: string) => void): WatchedScript {
    const memory = canReadMemory ? memoryOf(pid) : undefined;
    const entry: Entry = {
      ...{ pid, exceed, used: 0, descendants: [] },
      base: memory?.own,
      residentBase: memory?.resident ?? Infinity,
    };
    this.#entries.add(entry);
    if (canReadMemory) this.#timer ??= setTimeout(() => this.#check(), CHECK_EVERY).unref();
    return {
      report: (bytes) => this.#report(entry, bytes),
      finish: () => {
        const growth = (memoryOf(pid)?.peak ?? 0) - entry.residentBase;
        if (canReadMemory && growth > this.#limit) exceed(this.#reasonFor(growth));
      },
      stop: () => void this.#entries.delete(entry),
    };
  }

  /** Takes a report. The first one sets the memory at the start. */
  #report(entry: Entry, bytes: number): void {
    entry.base ??= bytes;
    entry.used = bytes - entry.base;
    this.#enforceLimits();
  }

  #check(): void {
    const began = performance.now();
    if (began >= this.#nextSearch) this.#search();
    for (const entry of this.#entries) entry.used = usedBy(entry);
    this.#enforceLimits();
    const pause = Math.max(CHECK_EVERY, (performance.now() - began) / TIME_SHARE);
    this.#timer = this.#entries.size === 0 ? undefined : setTimeout(() => this.#check(), pause).unref();
  }

  #search(): void {
    const began = performance.now();
    const descendants = descendantsOf(new Set([...this.#entries].map(({ pid }) => pid)));
    for (const entry of this.#entries) entry.descendants = descendants.get(entry.pid) ?? [];
    const now = performance.now();
    this.#nextSearch = now + Math.max(SEARCH_EVERY, (now - began) / TIME_SHARE);
  }

  #enforceLimits(): void {
    for (const entry of this.#entries) if (entry.used > this.#limit) this.#end(entry, this.#reasonFor(entry.used));
    let sum = [...this.#entries].reduce((total, { used }) => total + used, 0);
    for (const entry of [...this.#entries].sort((one, other) => other.used - one.used)) {
      if (sum <= this.#limits.all * BYTES_PER_MEGABYTE) return;
      this.#end(entry, `${this.#reasonFor(entry.used)}, more than any other, and all together ${megabytes(sum)}`);
      sum -= entry.used;
    }
  }

  #end(entry: Entry, reason: string): void {
    this.#entries.delete(entry);
    entry.exceed(reason);
  }

  /** Maximum of one script, in bytes. */
  get #limit(): number {
    return this.#limits.each * BYTES_PER_MEGABYTE;
  }

  #reasonFor(bytes: number): string {
    const { each, all } = this.#limits;
    return `${outOfMemory(each)}, and all scripts together ${all} MB; it used ${megabytes(bytes)}`;
  }
}

function usedBy({ pid, base, descendants }: Entry): number {
  const own = memoryOf(pid)?.own ?? 0;
  return descendants.reduce((total, child) => total + (memoryOf(child)?.own ?? 0), Math.max(0, own - (base ?? own)));
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / BYTES_PER_MEGABYTE)} MB`;
}

/** Memory of a process, in bytes. */
interface ProcessMemory {
  /** Its own memory, without mapped files, which processes share. */
  readonly own: number;
  /** Resident memory, including mapped files. */
  readonly resident: number;
  /** Peak of the resident memory. */
  readonly peak: number;
}

const BYTES_PER_KILOBYTE = 1024;

/** True where the memory of other processes can be read. */
const canReadMemory = hasProc();

/** The memory of a process on Linux; `undefined` when it has ended. */
function memoryOf(pid: number): ProcessMemory | undefined {
  const status = statusOf(pid);
  if (!status.includes('VmRSS:')) return undefined;
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0) * BYTES_PER_KILOBYTE;
  return { own: bytes('RssAnon') + bytes('RssShmem'), resident: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** The descendants of processes by the ancestor's ID: children of any depth, and members of the group that it leads. */
export function descendantsOf(leaders: ReadonlySet<number>): Map<number, number[]> {
  const parents = new Map<number, ProcStat>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? procStat(pid) : undefined;
    if (stat !== undefined) parents.set(pid, stat);
  }
  const descendants = new Map<number, number[]>([...leaders].map((pid) => [pid, []]));
  for (const pid of parents.keys()) {
    const leader = leaders.has(pid) ? undefined : leaderOf(pid, parents, leaders);
    if (leader !== undefined) descendants.get(leader)?.push(pid);
  }
  return descendants;
}

function leaderOf(
  pid: number,
  parents: ReadonlyMap<number, ProcStat>,
  leaders: ReadonlySet<number>,
): number | undefined {
  const seen = new Set<number>();
  for (let at = pid; !seen.has(at); at = parents.get(at)?.parent ?? 0) {
    seen.add(at);
    if (leaders.has(at)) return at;
    const group = parents.get(at)?.group ?? 0;
    if (leaders.has(group)) return group;
  }
  return undefined;
}

function statusOf(pid: number): string {
  try {
    return readProcFileSync(`/proc/${pid}/status`);
  } catch {
    // It has ended.
    return '';
  }
}
