import { ApiError } from '../../shared/http/errors.ts';
import type { HeaderFacts } from './header-facts.ts';

const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const VERDICTS_KEPT = 200;

/** Refuses what a page of another site could send here (DNS rebinding, cross-site requests). Source: decision `errors`. */
export class Guard {
  readonly #allowed: ReadonlySet<string>;
  readonly #verdicts = new Map<string, boolean>();

  /** @param allowedHosts names accepted beside those of loopback, with or without a port. */
  constructor(allowedHosts: readonly string[]) {
    this.#allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  }

  /** Throws the 403 for a `Host` that is not this machine's own. */
  assertHost(host: string | undefined): void {
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

/** Throws the 403 for a request to `/_emulator` that a page of another origin made. */
export function assertOwnOrigin({ host, origin, fetchSite }: HeaderFacts): void {
  const foreign = origin !== undefined && origin !== `http://${host ?? ''}` && origin !== `https://${host ?? ''}`;
  // Without an Origin (an image, a link) browsers still say where the request came from.
  const crossed = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (foreign || crossed) {
    throw new ApiError(
      'forbidden',
      `/_emulator refuses requests from other origins${origin === undefined ? '' : `, such as ${origin.slice(0, 100)}`}.`,
    );
  }
}
