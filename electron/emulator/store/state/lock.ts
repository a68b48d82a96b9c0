import fs from 'node:fs';
import path from 'node:path';
import { makeFolderSync } from '../../files/folders.ts';
import { Lease } from './lease.ts';
import { createLock, readLock, type FoundLock, type OwnLock } from './lock-file.ts';
import { isNear, livenessOf, nameOf, type Liveness, type ProcessIdentity } from '../../platform/process-identity.ts';
import { FolderInUseError, StoreError } from '../store-error.ts';
import { isSystemError } from '../../files/system-error.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { type Hold, holdFile, type HoldOptions } from '../../platform/hold-file.ts';
import { pause as wait } from '../../timers/timers.ts';

/** Milliseconds without a heartbeat after which an invisible holder counts as dead; several heartbeat intervals. */
const LEASE_TIMEOUT = 6000;
/** Milliseconds between checks of a lock whose holder is invisible. */
const CHECK_INTERVAL = 250;
/** Milliseconds between retries while another process acquires or releases the lock. */
const RETRY_INTERVAL = 20;
const MAX_RETRIES = 100;
/** Looks at a held folder before its holder is believed: an antivirus may hold the file for some milliseconds. */
const HELD_LOOKS = 10;

/** Options of `lockFolder`. */
interface LockOptions {
  /** Receives a message when the start has to wait for an invisible holder. */
  readonly onWait?: (sentence: string) => void;
  /** Replaceable parts, for tests. */
  readonly system?: HoldOptions & { readonly link?: typeof fs.linkSync };
}

/**
 * Locks a folder for this process, and creates the folder if needed. Throws `FolderInUseError` naming the holder. The lock
 * of a dead process is taken over: at once when its death is visible from here, otherwise after some seconds without a
 * heartbeat.
 */
export async function lockFolder(folder: string, { onWait, system = {} }: LockOptions = {}): Promise<Lease> {
  makeFolder(folder);
  const lock = path.join(folder, 'lock');
  const starter = new Starter(lock, system);
  try {
    for (let tries = 0, hasWaited = false; tries < MAX_RETRIES;) {
      const attempt = starter.tryAcquire();
      if (attempt.kind === 'taken') return starter.leaseOf(attempt);
      if (attempt.kind === 'held') throw inUse(folder, attempt.holder);
      if (attempt.kind === 'busy') tries++;
      else if (!hasWaited) {
        hasWaited = true;
        onWait?.(waitSentence(folder, attempt.holder));
      }
      await wait(attempt.kind === 'busy' ? RETRY_INTERVAL : CHECK_INTERVAL);
    }
    throw new StoreError(`${lock} could not be acquired; remove it if no other Hangar uses this folder.`);
  } finally {
    starter.releaseUnlessLeased();
  }
}

type Attempt =
  /** `previousMayResume`: the previous holder was not seen to be dead and may resume after a suspension. */
  | { readonly kind: 'taken'; readonly own: OwnLock; readonly previousMayResume: boolean }
  | { readonly kind: 'held' | 'unseen'; readonly holder: ProcessIdentity }
  /** Another process is acquiring or releasing the lock. */
  | { readonly kind: 'busy' };

/**
 * One start that tries to acquire the lock. Where the system has holds (Windows, macOS), it needs that of the folder first: whoever
 * has it knows that no other process of this machine uses the folder, also where a later process has the pid of an earlier holder.
 */
class Starter {
  readonly #lock: string;
  readonly #system: NonNullable<LockOptions['system']>;
  /** Locks of invisible holders, and how often each was seen with its text. */
  readonly #unseen = new Map<string, { readonly text: string; readonly looks: number }>();
  #hold: Hold = { kind: 'foreign' };
  #looks = 0;
  #isLeased = false;

  constructor(lock: string, system: NonNullable<LockOptions['system']>) {
    this.#lock = lock;
    this.#system = system;
  }

  tryAcquire(): Attempt {
    if (this.#hold.kind === 'foreign') this.#hold = holdOf(this.#lock, this.#system);
    return this.#hold.kind === 'foreign' ? this.#heldByOther() : this.#acquire(this.#lock);
  }

  leaseOf({ own, previousMayResume }: Attempt & { readonly kind: 'taken' }): Lease {
    this.#isLeased = true;
    return new Lease(this.#lock, own, { previousMayResume, releaseHold: () => this.#releaseHold() });
  }

  releaseUnlessLeased(): void {
    if (!this.#isLeased) this.#releaseHold();
  }

  #releaseHold(): void {
    if (this.#hold.kind === 'own') this.#hold.release();
    this.#hold = { kind: 'unknown' };
  }

  /** The holder has not written its lock yet, or only now tries to take over that of a dead process, unless its pid lives. */
  #heldByOther(): Attempt {
    const found = readLock(this.#lock);
    if (found === undefined || ++this.#looks < HELD_LOOKS) return { kind: 'busy' };
    return livenessOf(found.holder) === 'dead' ? { kind: 'busy' } : { kind: 'held', holder: found.holder };
  }

  /**
   * Tries once. The lock of a dead holder is replaced, never removed: of many starters that find it, only the owner of the
   * claim on this very lock may rename the claim to it. A claim is itself a lock, so that one left by a crash is taken over
   * too.
   */
  #acquire(lock: string): Attempt {
    const own = createLock(lock, this.#hold.kind === 'own' ? null : this.#system.link);
    if (own !== undefined) return { kind: 'taken', own, previousMayResume: false };
    const found = readLock(lock);
    if (found === undefined) return { kind: 'busy' };
    const { holder } = found;
    const seen = this.#livenessIn(found);
    const liveness = seen === 'unseen' ? this.#judgeUnseen(lock, found) : seen;
    if (liveness === 'alive') return { kind: 'held', holder };
    if (liveness === 'unseen') return { kind: 'unseen', holder };
    const claim = `${lock}.after-${found.key}`;
    const claimed = this.#acquire(claim);
    if (claimed.kind === 'held') return { kind: 'busy' };
    if (claimed.kind !== 'taken') return claimed;
    if (replace(lock, found.key, claim, claimed.own)) return { ...claimed, previousMayResume: seen === 'unseen' };
    fs.closeSync(claimed.own.descriptor);
    fs.rmSync(claim, { force: true });
    return { kind: 'busy' };
  }

  #livenessIn({ holder, text }: FoundLock): Liveness {
    if (text === '') return 'unseen';
    if (holder.pid === 0) return 'dead';
    return this.#hold.kind === 'own' && isNear(holder) ? 'dead' : livenessOf(holder);
  }

  /**
   * Judges an invisible holder by whether its text changes; clocks are never compared. Counts checks rather than time, so that a
   * starter that was suspended does not mistake its own pause for the holder's.
   */
  #judgeUnseen(lock: string, { text, key }: FoundLock): Liveness {
    const id = `${lock}/${key}`;
    const before = this.#unseen.get(id);
    if (before !== undefined && before.text !== text) return 'alive';
    const looks = (before?.looks ?? 0) + 1;
    this.#unseen.set(id, { text, looks });
    return looks > LEASE_TIMEOUT / CHECK_INTERVAL ? 'dead' : 'unseen';
  }
}

/** Holds the folder of a lock. The file stays beside the lock. */
function holdOf(lock: string, system: HoldOptions): Hold {
  try {
    return holdFile(`${lock}.held`, system);
  } catch (error) {
    throw new StoreError(`The data folder ${path.dirname(lock)} cannot be used: ${messageOf(error)}.`);
  }
}

/** Replaces the claimed lock by the own claim. Returns false when it is another lock by now. */
function replace(lock: string, key: string, claim: string, own: OwnLock): boolean {
  if (readLock(lock)?.key !== key) return false;
  try {
    fs.renameSync(claim, lock);
  } catch (error) {
    // Windows cannot replace a file that is being read, and a suspended starter may have taken over this claim.
    if (!['EPERM', 'EACCES', 'ENOENT'].some((code) => isSystemError(error, code))) throw error;
  }
  return readLock(lock)?.key === own.content.token;
}

function makeFolder(folder: string): void {
  try {
    makeFolderSync(folder);
  } catch (error) {
    throw new StoreError(`The data folder ${folder} cannot be created: ${messageOf(error)}.`);
  }
}

function inUse(folder: string, holder: ProcessIdentity): FolderInUseError {
  const isThis = holder.pid === process.pid && isNear(holder);
  const who = isThis ? `this process (pid ${holder.pid})` : `another Hangar (${nameOf(holder)})`;
  return new FolderInUseError(
    `The data folder ${folder} is in use by ${who}. Stop it, or choose another folder with --data.`,
  );
}

function waitSentence(folder: string, holder: ProcessIdentity): string {
  return `The data folder ${folder} is locked by a Hangar that cannot be seen from here (${nameOf(holder)}): waiting ${LEASE_TIMEOUT / 1000} seconds to see whether it is still alive.`;
}
