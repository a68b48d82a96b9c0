import { createHash, timingSafeEqual, randomBytes } from 'node:crypto';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { MachineClock } from '../../engine/context/ports.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import { TokenThrottle } from './rate-limit.ts';

/** The parts of a request that authentication needs. */
interface AdminRequest {
  readonly headers: RequestHeaders;
  /** Remote address; "" in process. */
  readonly address: string;
}

/**
 * Admin authentication for `/_emulator`, when a token is set: `Authorization: Bearer`, or a session cookie obtained with
 * the token.
 */
export class Admin {
  readonly #token: string | null;
  readonly #sessions: AdminSessions;
  readonly #throttle: TokenThrottle;

  constructor(token: string | null, clock: MachineClock) {
    this.#token = token;
    this.#sessions = new AdminSessions(clock);
    this.#throttle = new TokenThrottle(clock);
  }

  /** Accepts a request or throws the 401. For a wrong token, returns a promise that rejects with it after a delay. */
  authenticate(request: AdminRequest): undefined | Promise<never> {
    if (this.#token === null || this.sessionOf(request.headers) !== undefined) return undefined;
    const bearer = /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer === undefined) throw unauthorized(TOKEN_NEEDED);
    return this.#check(bearer, request, TOKEN_NEEDED);
  }

  /**
   * Returns the cookie of a new session for the right token; `undefined` when no token is set. Rejects with the 401 for a
   * wrong token.
   */
  async logIn(token: string, request: AdminRequest): Promise<string | undefined> {
    if (this.#token === null) return undefined;
    await this.#check(token, request, 'This is not the admin token.');
    return cookie(request.headers, this.#sessions.open(request.headers.host ?? ''));
  }

  /** Ends the session of a request. Returns its name and the cookie that deletes the browser's. */
  logOut(headers: RequestHeaders): { session: string | undefined; cookie: string } {
    const session = this.sessionOf(headers);
    if (session !== undefined) this.#sessions.end(session);
    return { session, cookie: `${cookie(headers, '')}; Max-Age=0` };
  }

  /** Returns the name of a request's session; `undefined` when it has none. */
  sessionOf(headers: RequestHeaders): string | undefined {
    if (headers.cookie === undefined) return undefined;
    for (const [name, id] of cookiesOf(headers.cookie)) {
      const session = name === cookieName(headers) ? this.#sessions.use(id, headers.host ?? '') : undefined;
      if (session !== undefined) return session;
    }
    return undefined;
  }

  #check(token: string, { address }: AdminRequest, sentence: string): undefined | Promise<never> {
    this.#throttle.assertNotThrottled(address);
    if (sameText(token, this.#token ?? '')) return undefined;
    return this.#throttle.delayFailure(address).then(() => Promise.reject(unauthorized(sentence)));
  }
}

const TOKEN_NEEDED = '/_emulator requires the admin token: send it as "Authorization: Bearer <token>".';

function unauthorized(sentence: string): ApiError {
  return new ApiError('unauthorized', sentence, { headers: { 'WWW-Authenticate': 'Bearer realm="hangar"' } });
}

/** The cookie is limited to `/_emulator`, which alone needs it. */
function cookie(headers: RequestHeaders, value: string): string {
  return `${cookieName(headers)}=${value}; Path=/_emulator; HttpOnly; SameSite=Strict`;
}

/** Browsers send cookies to every port of a host, and several Hangars may run side by side. */
function cookieName({ host }: RequestHeaders): string {
  return `hangar_admin_${/:(\d+)$/.exec(host ?? '')?.[1] ?? '80'}`;
}

function cookiesOf(header: string): [string, string][] {
  return header.split(';').map((pair) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  });
}

/** Compares in constant time. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

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
class AdminSessions {
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
