import { ApiError } from '../../../../shared/http/errors.ts';
import { assertPageMayAsk, type RequestAccess } from './access-policy.ts';
import type { HeaderFacts } from '../request/header-facts.ts';

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const VERDICTS_KEPT = 200;

/** Refuses requests that a page of another site can make a browser send. Source: decision `errors`. */
export class Guard {
  readonly #allowed: ReadonlySet<string>;
  readonly #corsOrigins: readonly string[];
  readonly #verdicts = new Map<string, boolean>();

  /**
   * @param allowedHosts names accepted beside those of loopback, with or without a port.
   * @param corsOrigins origins whose pages may call `/v0`.
   */
  constructor(allowedHosts: readonly string[], corsOrigins: readonly string[]) {
    this.#allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#corsOrigins = corsOrigins;
  }

  /** Throws the 403 for a `Host` that is not this machine's own (DNS rebinding), and for a page that may not ask. */
  assertSender(access: RequestAccess, facts: HeaderFacts): void {
    this.#assertHost(facts.host);
    assertPageMayAsk(access, facts, this.#corsOrigins);
  }

  #assertHost(host: string | undefined): void {
    if (host === undefined || host === '') throw new ApiError('invalid_request', 'The request has no Host header.');
    let good = this.#verdicts.get(host);
    if (good === undefined) {
      good = this.#isOwn(host.toLowerCase());
      if (this.#verdicts.size < VERDICTS_KEPT) this.#verdicts.set(host, good);
    }
    if (!good) {
      throw new ApiError(
        'forbidden',
        `The Host "${host.slice(0, 100)}" is not served: only loopback names are, and those given by --allowed-host.`,
      );
    }
  }

  #isOwn(host: string): boolean {
    const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
    return LOOPBACK.test(name) || this.#allowed.has(host) || this.#allowed.has(name);
  }
}
