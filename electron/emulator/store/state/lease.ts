import fs from 'node:fs';
import path from 'node:path';
import { FolderLostError } from './disk.ts';
import { lockText, readLock, type OwnLock } from './lock-file.ts';
import { nameOf } from '../../platform/process-identity.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { clearInterval, setInterval } from '../../timers/timers.ts';

/** Milliseconds between heartbeats. */
const HEARTBEAT_INTERVAL = 1000;

interface LeaseOptions {
  readonly previousMayResume: boolean;
  /** Called once the lock is removed. */
  readonly releaseHold: () => void;
}

/**
 * The lock of a folder while this process holds it. A heartbeat is written each second, for starters that cannot see this
 * process. A starter that sees no heartbeat for some seconds takes the lock over; a holder that was suspended then detects
 * that here.
 */
export class Lease {
  /** The previous holder was not seen to be dead: it may be suspended and resume. */
  readonly previousMayResume: boolean;
  readonly #lock: string;
  readonly #own: OwnLock;
  readonly #file: Pick<fs.Stats, 'dev' | 'ino'>;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #releaseHold: () => void;
  #beats = 0;
  #isReleased = false;

  constructor(lock: string, own: OwnLock, { previousMayResume, releaseHold }: LeaseOptions) {
    this.previousMayResume = previousMayResume;
    this.#releaseHold = releaseHold;
    this.#lock = lock;
    this.#own = own;
    this.#file = fs.fstatSync(own.descriptor);
    this.#heartbeat = setInterval(() => this.#writeHeartbeat(), HEARTBEAT_INTERVAL);
    this.#heartbeat.unref();
  }

  /** Throws `FolderLostError` when the lock is gone or another process's. Costs one system call. */
  assertHeld(): void {
    const found = statOf(this.#lock);
    if (found?.ino === this.#file.ino && found.dev === this.#file.dev) return;
    // Some network file systems change inode numbers occasionally; the content decides.
    const holder = this.#holderNow();
    if (holder !== undefined) throw new FolderLostError(holder);
  }

  /** Releases the folder, unless another process holds it now. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#heartbeat);
    const isHeld = this.#holderNow() === undefined;
    // Windows cannot remove an open file.
    fs.closeSync(this.#own.descriptor);
    if (isHeld) fs.rmSync(this.#lock, { force: true });
    this.#releaseHold();
  }

  #writeHeartbeat(): void {
    try {
      fs.writeSync(this.#own.descriptor, lockText(this.#own.content, ++this.#beats), 0);
    } catch {
      // For example, a full disk. The next heartbeat tries again; `assertHeld` detects a takeover in the meantime.
    }
  }

  /** Describes who holds the folder instead of this process; `undefined` when this process does. */
  #holderNow(): string | undefined {
    const folder = path.dirname(this.#lock);
    try {
      const found = readLock(this.#lock);
      if (found?.key === this.#own.content.token) return undefined;
      if (found !== undefined)
        return `The data folder ${folder} was taken over by another Hangar (${nameOf(found.holder)}), since this one showed no sign of life for some seconds.`;
      const removed = fs.existsSync(folder) ? `The lock file ${this.#lock}` : `The data folder ${folder}`;
      return `${removed} was removed while Hangar was using it.`;
    } catch (error) {
      return `The data folder ${folder} cannot be reached: ${messageOf(error)}`;
    }
  }
}

function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false });
  } catch {
    // An inaccessible folder or a lost network: reading it reports why.
    return undefined;
  }
}
