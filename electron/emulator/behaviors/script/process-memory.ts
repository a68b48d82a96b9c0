import { readdirSync } from 'node:fs';
import { readProcFileSync } from '../../files/read-file.ts';

/** Memory of a process, in bytes. */
export interface ProcessMemory {
  /** Its own, without the files that it has mapped: several processes share these. */
  readonly own: number;
  /** Resident, those files included. */
  readonly resident: number;
  /** The most that was resident at any moment. */
  readonly peak: number;
}

const BYTES_PER_KILOBYTE = 1024;

/** True where the memory of other processes can be looked up. */
export const canReadMemory = process.platform === 'linux';

/** The memory of a process as Linux tells it; undefined when it does not run. */
export function memoryOf(pid: number): ProcessMemory | undefined {
  const status = read(`/proc/${pid}/status`);
  if (!status.includes('VmRSS:')) return undefined;
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0) * BYTES_PER_KILOBYTE;
  return { own: bytes('RssAnon') + bytes('RssShmem'), resident: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Descendants of processes, by the pid of the ancestor: children of any depth, and members of the group that it leads. */
export function processesBelow(leaders: ReadonlySet<number>): Map<number, number[]> {
  const parents = new Map<number, { readonly parent: number; readonly group: number }>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // Fields are counted after the program's name, which may hold spaces and parentheses: state, parent, group.
    const [, parent, group] = read(`/proc/${name}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    if (parent !== undefined && group !== undefined) parents.set(pid, { parent, group });
  }
  const below = new Map<number, number[]>([...leaders].map((pid) => [pid, []]));
  for (const pid of parents.keys()) {
    const leader = leaders.has(pid) ? undefined : leaderOf(pid, parents, leaders);
    if (leader !== undefined) below.get(leader)?.push(pid);
  }
  return below;
}

function leaderOf(
  pid: number,
  parents: ReadonlyMap<number, { readonly parent: number; readonly group: number }>,
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

function read(file: `/proc/${string}`): string {
  try {
    return readProcFileSync(file);
  } catch {
    // It has ended.
    return '';
  }
}
