import type { Access } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { areaOf } from '../../../../shared/http/request-path.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import type { ReceivedTarget } from '../request/target.ts';
import type { Origins } from './origins.ts';

/**
 * Access of paths that no endpoint declares: below `/v0`, below `/_emulator`, files of the window, and targets that cannot
 * be parsed.
 */
type UndeclaredAccess = 'unknownV0' | 'unknownEmulator' | 'window' | 'unreadable';

/** Kind of access of a request. It alone decides which origins may send it. */
export type RequestAccess = Access | UndeclaredAccess;

/**
 * Cross-origin pages that may send a request: those with a valid API key and those of `--cors-origin`, only the latter, pages that
 * link to the window, or none.
 */
type CrossOriginRule = 'keyed' | 'named' | 'links' | 'none';

/** Rules of one kind of access. */
interface AccessPolicy {
  readonly crossOrigin: CrossOriginRule;
  /** Error message for refused pages. */
  readonly refusal: string;
  /** True when requests that Hangar sends for somebody may come (`shared/http/request-parts.ts`). */
  readonly sentFor: boolean;
  /** True when pages of `--cors-origin` may read responses; `origins.ts` has the headers. */
  readonly cors: boolean;
  /** Requests to keep in the traffic log. The window's own requests would crowd out those of the programs under test. */
  readonly logged: 'all' | 'changes' | 'none';
  /** True when responses are for holders of the admin token only: never cached, never embedded by other pages. */
  readonly isPrivate: boolean;
}

const V0 = { sentFor: true, cors: true, logged: 'all', isPrivate: false } as const;
const EMULATOR = {
  crossOrigin: 'none',
  refusal: '/_emulator refuses requests from other origins',
  sentFor: false,
  cors: false,
  logged: 'none',
  isPrivate: true,
} as const;

/** Rules for every kind of access. To add a kind, add an entry. Source: decisions `errors` and `webhook-answer`. */
export const ACCESS_POLICIES: Readonly<Record<RequestAccess, AccessPolicy>> = {
  // The key is in a header that a page of another origin can only send after a preflight, so it comes from no foreign page.
  key: {
    ...V0,
    crossOrigin: 'keyed',
    refusal: 'Without a valid API key, /v0 refuses requests from pages of origins that --cors-origin does not name',
  },
  webhook: {
    ...V0,
    crossOrigin: 'named',
    refusal: 'A webhook refuses requests from pages of origins that --cors-origin does not name',
  },
  upload: {
    ...V0,
    crossOrigin: 'named',
    refusal: 'The URL of a file refuses requests from pages of origins that --cors-origin does not name',
  },
  emulator: EMULATOR,
  open: EMULATOR,
  unknownEmulator: EMULATOR,
  unknownV0: {
    ...V0,
    crossOrigin: 'named',
    refusal: 'Pages may send requests to unknown paths only from origins that --cors-origin names',
  },
  window: {
    crossOrigin: 'links',
    refusal: 'Pages of other origins may link to this window, but may not load anything from it',
    sentFor: false,
    cors: false,
    logged: 'changes',
    isPrivate: false,
  },
  unreadable: {
    crossOrigin: 'none',
    refusal: 'Requests from other origins are refused when the request target cannot be parsed',
    sentFor: false,
    cors: false,
    logged: 'all',
    isPrivate: false,
  },
};

const UNDECLARED = { v0: 'unknownV0', _emulator: 'unknownEmulator', window: 'window' } as const;

/** Access of a target without an endpoint. */
export function undeclaredAccess(target: ReceivedTarget): UndeclaredAccess {
  return target.problem === undefined ? UNDECLARED[areaOf(target.path)] : 'unreadable';
}

/**
 * Sender of a request according to the browser: Hangar's own page or a program, a page of `--cors-origin`, or another page.
 */
type Sender = 'own' | 'named' | 'foreign';

/** Hangar serves HTTP only, so a page at `https://` with the same host and port is cross-origin. */
function senderOf({ host, origin, fetchSite }: RequestHeaders, corsOrigins: readonly string[]): Sender {
  const isNamed = origin !== undefined && corsOrigins.includes(origin);
  // Browsers omit Origin for images and links, but send Sec-Fetch-Site.
  const isCrossing = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  const isOwn = !isCrossing && (origin === undefined || origin === `http://${host ?? ''}`);
  return isOwn ? 'own' : isNamed ? 'named' : 'foreign';
}

/** A request before it is served. */
interface ArrivedRequest {
  readonly access: RequestAccess;
  readonly headers: RequestHeaders;
  /** True when it carries a valid API key. Asked only for requests that need one, since most do not. */
  readonly hasValidKey: () => boolean;
}

/** The 403 for a request that Hangar sends for somebody, unless it carries rights of its own: a key or a secret URL. */
function senderRefusal({ access, headers }: ArrivedRequest): ApiError | undefined {
  if (headers.sentFor === undefined || ACCESS_POLICIES[access].sentFor) return undefined;
  return new ApiError(
    'forbidden',
    'A request that Hangar sends for somebody, such as that of a built-in task, reaches only /v0 of a Hangar, with a key of its own.',
  );
}

/** The 403 for a page that may not send a request; `undefined` when it may. */
function originRefusal(
  { access, headers, hasValidKey }: ArrivedRequest,
  corsOrigins: readonly string[],
): ApiError | undefined {
  const { crossOrigin, refusal } = ACCESS_POLICIES[access];
  const sender = senderOf(headers, corsOrigins);
  if (sender === 'own') return undefined;
  if (sender === 'named' && (crossOrigin === 'named' || crossOrigin === 'keyed')) return undefined;
  if (crossOrigin === 'links' && isFollowedLink(headers)) return undefined;
  if (crossOrigin === 'keyed' && hasValidKey()) return undefined;
  const named = headers.origin === undefined ? '' : `, such as ${headers.origin.slice(0, 100)}`;
  const decision = access === 'webhook' ? 'webhook-answer' : 'errors';
  return new ApiError('forbidden', `${refusal}${named}.`, { decision });
}

/**
 * True for a link that was followed in a tab. Frames, objects, scripts and images send other values and cannot forge these.
 */
function isFollowedLink({ fetchMode, fetchDestination }: RequestHeaders): boolean {
  return fetchMode === 'navigate' && fetchDestination === 'document';
}

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
