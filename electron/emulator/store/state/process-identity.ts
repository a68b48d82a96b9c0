import fs from 'node:fs';
import os from 'node:os';
import { readProcFileSync } from '../../files/read-file.ts';
import { isSystemError } from '../../files/system-error.ts';

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

/** States of an ended process in `/proc/PID/stat`: a zombie that has not been reaped, or one being removed. */
const ENDED_STATES = new Set(['Z', 'X', 'x']);

/** Identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { pid, started: statOf(pid)?.started ?? '', namespace: ownNamespace(), host: os.hostname() };
}

/** Checks whether a process is alive. */
export function livenessOf({ pid, started, namespace }: ProcessIdentity): Liveness {
  if (namespace === '' || namespace !== ownNamespace()) return 'unseen';
  if (!exists(pid)) return 'dead';
  const found = statOf(pid);
  if (found === undefined) return 'unseen';
  if (ENDED_STATES.has(found.state)) return 'dead';
  if (started === '') return 'unseen';
  return found.started === started ? 'alive' : 'dead';
}

/**
 * True when the process runs, or ran, in this process's namespace. A lock of version 1 has no namespace and counts as near.
 */
export function isNear({ namespace }: ProcessIdentity): boolean {
  return namespace === '' || namespace === ownNamespace();
}

/** Names a process in a message: its pid, with the host if it is in another namespace. */
export function nameOf(process: ProcessIdentity): string {
  return isNear(process) || process.host === '' ? `pid ${process.pid}` : `pid ${process.pid} on host ${process.host}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists but cannot be signalled.
    return isSystemError(error, 'EPERM');
  }
}

function ownNamespace(): string {
  if (process.platform !== 'linux') return `${process.platform}/${os.hostname()}`;
  try {
    return `${bootID()}/${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // A container may hide it.
    return '';
  }
}

/** State and start time of a process; `undefined` when not available. */
function statOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // A /proc mounted for another PID namespace has other processes under these pids.
    if (fs.readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    const stat = readProcFileSync(`/proc/${pid}/stat`);
    // The second field, the program's name in parentheses, may contain anything; the 3rd is the state, the 22nd the start
    // time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: `${bootID()}/${fields[19] ?? ''}` };
  } catch {
    // The process has ended, or is hidden from this user.
    return undefined;
  }
}

function bootID(): string {
  return readProcFileSync('/proc/sys/kernel/random/boot_id').trim();
}
