import { createHash, randomBytes } from 'node:crypto';
import type { MachineClock } from '../../engine/context/ports.ts';

/** A session expires this many milliseconds after its last request, and this many after it was opened. */
const IDLE_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_AGE_MILLISECONDS = 7 * IDLE_MILLISECONDS;
/** Above this number, the least recently used session ends. */
const MAX_SESSIONS = 100;

interface Session {
  readonly host: string;
  readonly openedAt: number;
  usedAt: number;
}

/** Sessions of browsers that sent the admin token. They end with the process. */
export class AdminSessions {
  readonly #clock: MachineClock;
  /** Keyed by a digest of the ID, so that looking up any wrong ID takes the same time. Least recently used first. */
  readonly #sessions = new Map<string, Session>();

  constructor(clock: MachineClock) {
    this.#clock = clock;
  }

  /** Opens a session for the origin at this host and port. Returns its ID. */
  open(host: string): string {
    const id = randomBytes(32).toString('base64url');
    const now = this.#clock.monotonic();
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(digest(id), { host, openedAt: now, usedAt: now });
    return id;
  }

  /** Returns the name (not the ID) of the session that is open at this host and port; `undefined` when there is none. */
  use(id: string, host: string): string | undefined {
    const name = digest(id);
    const session = this.#sessions.get(name);
    if (session?.host !== host) return undefined;
    const now = this.#clock.monotonic();
    this.#sessions.delete(name);
    if (now - session.usedAt > IDLE_MILLISECONDS || now - session.openedAt > MAX_AGE_MILLISECONDS) return undefined;
    session.usedAt = now;
    this.#sessions.set(name, session);
    return name;
  }

  end(name: string): void {
    this.#sessions.delete(name);
  }
}

function digest(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
