import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { MachineClock } from '../../engine/context/ports.ts';
import { AdminSessions } from './admin-sessions.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import { TokenThrottle } from './token-throttle.ts';

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
