import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../shared/http/errors.ts';
import type { HeaderFacts } from './header-facts.ts';

/** The admin token: who may use `/_emulator` when one is set, by `Authorization: Bearer` or by a cookie. */
export class Admin {
  readonly #token: string | null;
  /** Says that its holder knew the token, without being it. */
  readonly #proof: string;

  constructor(token: string | null) {
    this.#token = token;
    this.#proof = token === null ? '' : createHmac('sha256', token).update('hangar admin cookie').digest('base64url');
  }

  /** Throws the 401 for whoever did not show the token. */
  assertAdmitted(facts: HeaderFacts): void {
    if (this.#token === null) return;
    const bearer = /^Bearer +(\S+)\s*$/i.exec(facts.authorization ?? '')?.[1];
    if (bearer !== undefined && sameText(bearer, this.#token)) return;
    if (cookiesOf(facts.cookie).some(([name, value]) => name === cookieName(facts) && sameText(value, this.#proof)))
      return;
    throw new ApiError(
      'unauthorized',
      '/_emulator asks for the admin token here: send it as "Authorization: Bearer <token>".',
      {
        'WWW-Authenticate': 'Bearer realm="hangar"',
      },
    );
  }

  /** The cookie for who gives the right token. Throws the 401 for another. */
  logIn(token: string, facts: HeaderFacts): string {
    if (this.#token !== null && !sameText(token, this.#token)) {
      throw new ApiError('unauthorized', 'This is not the admin token.');
    }
    return `${cookieName(facts)}=${this.#proof}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** The cookie that takes the other one away. */
  logOut(facts: HeaderFacts): string {
    return `${cookieName(facts)}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
  }
}

/** Cookies do not tell ports apart, and several Hangars may run side by side. */
function cookieName({ host }: HeaderFacts): string {
  return `hangar_admin_${/:(\d+)$/.exec(host ?? '')?.[1] ?? '80'}`;
}

function cookiesOf(header: string | undefined): [string, string][] {
  return (header ?? '').split(';').map((pair) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  });
}

/** Compares in a time that tells nothing of where the texts differ. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
