import { readdirSync } from 'node:fs';
import { readProcFileSync } from '../../files/read-file.ts';
import { hasProc, procStat, type ProcStat } from '../../platform/processes.ts';

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
export const canReadMemory = hasProc();

/** The memory of a process on Linux; `undefined` when it has ended. */
export function memoryOf(pid: number): ProcessMemory | undefined {
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
