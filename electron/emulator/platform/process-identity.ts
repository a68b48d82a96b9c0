import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasProc, bootOf, isAlive, type ProcStat, type ProcessSystem, procStat, THIS_SYSTEM } from './processes.ts';

/** Identity of a process. */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * Boot ID of the machine and start time of the process, `boot/ticks`: pids are reused, start times are not. "" when
   * unknown.
   */
  readonly started: string;
  /**
   * Namespace within which processes see each other's pids: boot and PID namespace on Linux, the machine elsewhere. "" when
   * unknown.
   */
  readonly namespace: string;
  /** Host name, for messages only: two machines may share one. */
  readonly host: string;
}

/** `unseen`: unknown, since the process runs in another PID namespace or its start time is not available. */
export type Liveness = 'alive' | 'dead' | 'unseen';

/** Replaceable parts of what is known of a process. */
export interface IdentitySystem extends ProcessSystem {
  /** Follows a link of `/proc`. Throws where a container hides it. */
  readonly readLink: (link: `/proc/${string}`) => string;
  readonly isAlive: (pid: number) => boolean;
}

const THIS: IdentitySystem = { ...THIS_SYSTEM, readLink: (link) => readlinkSync(link), isAlive };

/** Identity of this process. */
export function ownIdentity(system: IdentitySystem = THIS): ProcessIdentity {
  const { pid } = process;
  return { pid, started: statOf(pid, system)?.started ?? '', namespace: ownNamespace(system), host: hostname() };
}

/** Checks whether a process is alive. */
export function livenessOf({ pid, started, namespace }: ProcessIdentity, system: IdentitySystem = THIS): Liveness {
  if (namespace === '' || namespace !== ownNamespace(system)) return 'unseen';
  if (!system.isAlive(pid)) return 'dead';
  const found = statOf(pid, system);
  if (found === undefined) return 'unseen';
  if (found.hasEnded) return 'dead';
  if (started === '') return 'unseen';
  return found.started === started ? 'alive' : 'dead';
}

/** True when the process runs, or ran, in this process's namespace. */
export function isNear({ namespace }: ProcessIdentity, system: IdentitySystem = THIS): boolean {
  return namespace === ownNamespace(system);
}

/** Names a process in a message: its pid, with the host if it is in another namespace. */
export function nameOf(process: ProcessIdentity): string {
  return isNear(process) || process.host === '' ? `pid ${process.pid}` : `pid ${process.pid} on host ${process.host}`;
}

function ownNamespace(system: IdentitySystem): string {
  if (!hasProc(system.platform)) return `${system.platform}/${hostname()}`;
  try {
    return `${bootOf(system)}/${system.readLink('/proc/self/ns/pid')}`;
  } catch {
    // A container may hide it.
    return '';
  }
}

/** State of a process, with the machine's start in its start time; `undefined` when not available. */
function statOf(pid: number, system: IdentitySystem): Pick<ProcStat, 'started' | 'hasEnded'> | undefined {
  const stat = procStat(pid, system);
  if (stat === undefined) return undefined;
  try {
    // A /proc mounted for another PID namespace has other processes under these pids.
    if (system.readLink('/proc/self') !== String(process.pid)) return undefined;
    return { started: `${bootOf(system)}/${stat.started}`, hasEnded: stat.hasEnded };
  } catch {
    return undefined;
  }
}
