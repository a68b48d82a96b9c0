import fs from 'node:fs';
import os from 'node:os';
import { readProcFileSync } from '../../files/read-file.ts';
import { isSystemError } from '../store-error.ts';

/** A process, named so that it can be told from every other one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Boot of the machine and start of the process, `boot/ticks`: a pid is used again, a start is not. "" where the system does not tell. */
  readonly started: string;
  /** Processes of one namespace see each other by pid: boot and PID namespace on Linux, the machine elsewhere. "" when unknown. */
  readonly namespace: string;
  /** Host name; for messages only, since two machines may share one. */
  readonly host: string;
}

/** `unseen`: this process cannot tell, since the other runs in another PID namespace or the system does not know its start. */
export type Liveness = 'alive' | 'dead' | 'unseen';

/** States of a process in `/proc/PID/stat` that has ended: a zombie that its parent has not reaped, and one being removed. */
const ENDED_STATES = new Set(['Z', 'X', 'x']);

/** Identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { pid, started: statOf(pid)?.started ?? '', namespace: ownNamespace(), host: os.hostname() };
}

/** Looks at a process by its pid. */
export function livenessOf({ pid, started, namespace }: ProcessIdentity): Liveness {
  if (namespace === '' || namespace !== ownNamespace()) return 'unseen';
  if (!exists(pid)) return 'dead';
  const found = statOf(pid);
  if (found === undefined) return 'unseen';
  if (ENDED_STATES.has(found.state)) return 'dead';
  if (started === '') return 'unseen';
  return found.started === started ? 'alive' : 'dead';
}

/** True when the process runs, or ran, where this one would see it. A lock of version 1 names no namespace, and is taken for near. */
export function isNear({ namespace }: ProcessIdentity): boolean {
  return namespace === '' || namespace === ownNamespace();
}

/** A process for a message: its pid, and its host when a pid alone would name another process. */
export function nameOf(process: ProcessIdentity): string {
  return isNear(process) || process.host === '' ? `pid ${process.pid}` : `pid ${process.pid} on host ${process.host}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but exists.
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

/** State and start of a process; `undefined` where the system does not tell. */
function statOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // A /proc that was mounted for another PID namespace tells of other processes under these numbers.
    if (fs.readlinkSync('/proc/self') !== String(process.pid)) return undefined;
    const stat = readProcFileSync(`/proc/${pid}/stat`);
    // The second field, the program's name in parentheses, may hold anything; the 3rd is the state, the 22nd the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: `${bootID()}/${fields[19] ?? ''}` };
  } catch {
    // Ended meanwhile, or hidden from this user.
    return undefined;
  }
}

function bootID(): string {
  return readProcFileSync('/proc/sys/kernel/random/boot_id').trim();
}
