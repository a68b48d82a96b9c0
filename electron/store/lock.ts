import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { causeOf, FolderInUseError, isSystemError, StoreError } from './store-error.ts';

/** Who holds a folder. */
interface Holder {
  readonly pid: number;
  /** When the process started, as the system tells it: another process may get the same pid later. "" when it cannot be told. */
  readonly started: string;
}

const TRIES = 100;
const BETWEEN_TRIES = 20;

/**
 * Makes this process the only one on a folder, which is made when it is missing. Throws `StoreError` naming the process that
 * has it. The lock of a process that is no more is taken over.
 */
export async function lockFolder(folder: string): Promise<{ release: () => void }> {
  makeFolder(folder);
  const lock = path.join(folder, 'lock');
  for (let i = 0; i < TRIES; i++) {
    if (take(lock)) return { release: () => fs.rmSync(lock, { force: true }) };
    const holder = holderOf(lock);
    if (holder !== undefined && isAlive(holder)) throw inUse(folder, holder);
    if (holder === undefined || !removeStale(lock, holder)) await wait(BETWEEN_TRIES);
  }
  throw new StoreError(`${lock} could not be taken; remove it when no other Hangar uses this folder.`);
}

function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StoreError(`The data folder ${folder} cannot be made: ${causeOf(error)}.`);
  }
}

function inUse(folder: string, { pid }: Holder): FolderInUseError {
  const who = pid === process.pid ? `this process (pid ${pid})` : `another Hangar (pid ${pid})`;
  return new FolderInUseError(
    `The data folder ${folder} is in use by ${who}. Stop that one, or choose another folder with --data.`,
  );
}

/** Makes the lock with its content in one step, since a link appears whole or not at all. */
function take(lock: string): boolean {
  const draft = `${lock}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    fs.writeFileSync(draft, JSON.stringify({ version: 1, pid: process.pid, started: startOf(process.pid) }), {
      mode: 0o600,
    });
    fs.linkSync(draft, lock);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw new StoreError(`The data folder ${path.dirname(lock)} cannot be used: ${causeOf(error)}.`);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Removes the lock of a dead process. Two that find it dead must not both remove it, or the slower one would remove the
 * lock of the faster: whoever removes holds a second lock meanwhile, and looks again. Gives false when somebody else is at it.
 */
function removeStale(lock: string, stale: Holder): boolean {
  const guard = `${lock}.takeover`;
  if (!take(guard)) {
    const other = holderOf(guard);
    if (other !== undefined && !isAlive(other)) fs.rmSync(guard, { force: true });
    return false;
  }
  try {
    const holder = holderOf(lock);
    if (holder?.pid === stale.pid && holder.started === stale.started) fs.rmSync(lock, { force: true });
    return true;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

/** `undefined` when there is no lock any more. What is no lock of ours counts as one of a dead process. */
function holderOf(lock: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(fs.readFileSync(lock, 'utf8')) as Partial<Holder>;
    return { pid: pid ?? 0, started: started ?? '' };
  } catch (error) {
    return isSystemError(error, 'ENOENT') ? undefined : { pid: 0, started: '' };
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal, but there.
    if (!isSystemError(error, 'EPERM')) return false;
  }
  const now = startOf(pid);
  return started === '' || now === '' || now === started;
}

/** The moment at which a process started, with the system's own start, in a form to compare; "" where it cannot be told. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    // The second field, the program's name in parentheses, may hold anything; the 22nd is the start.
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}
