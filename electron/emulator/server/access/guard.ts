import { ApiError } from '../../../../shared/http/errors.ts';
import { assertOriginAllowed, assertSenderAllowed, type RequestAccess } from './access-policy.ts';
import type { RequestHeaders } from '../request/request-headers.ts';

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const MAX_CACHED_HOSTS = 200;

/** Rejects requests that a page of another site can make a browser send, or somebody a Hangar. Source: decision `errors`. */
export class RequestGuard {
  readonly #allowed: ReadonlySet<string>;
  readonly #corsOrigins: readonly string[];
  readonly #verdicts = new Map<string, boolean>();

  /**
   * @param allowedHosts host names accepted in addition to loopback, with or without a port
   * @param corsOrigins origins whose pages may call `/v0`
   */
  constructor(allowedHosts: readonly string[], corsOrigins: readonly string[]) {
    this.#allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#corsOrigins = corsOrigins;
  }

  /**
   * Throws the 403 for a `Host` that is not this machine's (DNS rebinding), for a cross-origin page that is not allowed, and for
   * what a Hangar sends for somebody.
   */
  assertAllowed(access: RequestAccess, headers: RequestHeaders): void {
    this.#assertHost(headers.host);
    assertSenderAllowed(access, headers);
    assertOriginAllowed(access, headers, this.#corsOrigins);
  }

  #assertHost(host: string | undefined): void {
    if (host === undefined || host === '') throw new ApiError('invalid_request', 'The request has no Host header.');
    let good = this.#verdicts.get(host);
    if (good === undefined) {
      good = this.#isOwn(host.toLowerCase());
      if (this.#verdicts.size < MAX_CACHED_HOSTS) this.#verdicts.set(host, good);
    }
    if (!good) {
      throw new ApiError(
        'forbidden',
        `The Host "${host.slice(0, 100)}" is not allowed: only loopback names are, and those given by --allowed-host.`,
      );
    }
  }

  #isOwn(host: string): boolean {
    const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
    return LOOPBACK.test(name) || this.#allowed.has(host) || this.#allowed.has(name);
  }
}
