import type { Access } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { areaOf } from '../../../../shared/http/request-path.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import type { ReceivedTarget } from '../request/target.ts';

/**
 * Access of paths that no endpoint declares: below `/v0`, below `/_emulator`, files of the window, and targets that cannot
 * be parsed.
 */
export type UndeclaredAccess = 'unknownV0' | 'unknownEmulator' | 'window' | 'unreadable';

/** Kind of access of a request. It alone decides which origins may send it. */
export type RequestAccess = Access | UndeclaredAccess;

/** Cross-origin pages that may send a request: any, those of `--cors-origin`, pages that link to the window, or none. */
type CrossOriginRule = 'any' | 'named' | 'links' | 'none';

/** Rules of one kind of access. */
export interface AccessPolicy {
  readonly crossOrigin: CrossOriginRule;
  /** Error message for refused pages. */
  readonly refusal: string;
  /** True when requests that Hangar sends for somebody may come (`shared/http/sent-for.ts`). */
  readonly sentFor: boolean;
  /** True when pages of `--cors-origin` may read responses; `cors.ts` has the headers. */
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
  // The key is in a header that a page of another origin can only send after a preflight.
  key: { ...V0, crossOrigin: 'any', refusal: '' },
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

/** Throws the 403 for a request that Hangar sends for somebody, unless it carries rights of its own: a key or a secret URL. */
export function assertSenderAllowed(access: RequestAccess, { sentFor }: RequestHeaders): void {
  if (sentFor === undefined || ACCESS_POLICIES[access].sentFor) return;
  throw new ApiError(
    'forbidden',
    'A request that Hangar sends for somebody, such as that of a built-in task, reaches only /v0 of a Hangar, with a key of its own.',
  );
}

/** Throws the 403 for a page that may not send this request. */
export function assertOriginAllowed(
  access: RequestAccess,
  headers: RequestHeaders,
  corsOrigins: readonly string[],
): void {
  const { crossOrigin, refusal } = ACCESS_POLICIES[access];
  if (crossOrigin === 'any') return;
  const sender = senderOf(headers, corsOrigins);
  if (sender === 'own' || (sender === 'named' && crossOrigin === 'named')) return;
  if (crossOrigin === 'links' && isFollowedLink(headers)) return;
  const named = headers.origin === undefined ? '' : `, such as ${headers.origin.slice(0, 100)}`;
  const decision = access === 'webhook' ? 'webhook-answer' : 'errors';
  throw new ApiError('forbidden', `${refusal}${named}.`, { decision });
}

/**
 * True for a link that was followed in a tab. Frames, objects, scripts and images send other values and cannot forge these.
 */
function isFollowedLink({ fetchMode, fetchDestination }: RequestHeaders): boolean {
  return fetchMode === 'navigate' && fetchDestination === 'document';
}
