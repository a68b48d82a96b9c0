import { ApiError } from '../../../../shared/http/errors.ts';
import { ACCESS_POLICIES, type ArrivedRequest, originRefusal, senderRefusal } from './access-policy.ts';
import type { Origins } from './origins.ts';

// Not `*.localhost`: some resolvers ask DNS for such names, and DNS may give them any address.
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const MAX_CACHED_HOSTS = 200;

/** Rejects requests that a page of another site can make a browser send, or somebody a Hangar. Source: decision `errors`. */
export class RequestGuard {
  readonly #allowed: ReadonlySet<string>;
  readonly #origins: Origins;
  readonly #verdicts = new Map<string, boolean>();

  /**
   * @param allowedHosts host names accepted in addition to loopback, with or without a port
   * @param origins those whose pages may call `/v0`, and the count of the refused ones
   */
  constructor(allowedHosts: readonly string[], origins: Origins) {
    this.#allowed = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#origins = origins;
  }

  /**
   * The error for a `Host` that is not this machine's (DNS rebinding), for what a Hangar sends for somebody, and for a cross-origin
   * page that is not allowed; `undefined` for other requests.
   */
  refusal(request: ArrivedRequest): ApiError | undefined {
    const { host } = request.headers;
    return this.#hostRefusal(host) ?? senderRefusal(request) ?? this.#originRefusal(request);
  }

  #originRefusal(request: ArrivedRequest): ApiError | undefined {
    const refusal = originRefusal(request, this.#origins.allowed);
    // Only what `--cors-origin` would allow.
    if (refusal !== undefined && ACCESS_POLICIES[request.access].cors) this.#origins.refuse(request.headers.origin);
    return refusal;
  }

  #hostRefusal(host: string | undefined): ApiError | undefined {
    if (host === undefined || host === '') return new ApiError('invalid_request', 'The request has no Host header.');
    let good = this.#verdicts.get(host);
    if (good === undefined) {
      good = this.#isOwn(host.toLowerCase());
      if (this.#verdicts.size < MAX_CACHED_HOSTS) this.#verdicts.set(host, good);
    }
    if (good) return undefined;
    return new ApiError(
      'forbidden',
      `The Host "${host.slice(0, 100)}" is not allowed: only loopback names are, and those given by --allowed-host.`,
    );
  }

  #isOwn(host: string): boolean {
    const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
    return LOOPBACK.test(name) || this.#allowed.has(host) || this.#allowed.has(name);
  }
}
