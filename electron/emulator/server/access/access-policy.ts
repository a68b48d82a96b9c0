import type { Access } from '../../../../shared/http/endpoint.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import { areaOf } from '../../../../shared/http/request-path.ts';
import type { RequestHeaders } from '../request/request-headers.ts';
import type { ReceivedTarget } from '../request/target.ts';

/** Paths that no endpoint declares: below `/v0`, below `/_emulator`, the window's, and targets that cannot be read. */
export type UndeclaredAccess = 'unknownV0' | 'unknownEmulator' | 'window' | 'unreadable';

/** The kind of access that a request asks for, which alone decides which pages may ask. */
export type RequestAccess = Access | UndeclaredAccess;

/** Pages of other origins that may ask: any, those of `--cors-origin`, those that link to a page here, or none. */
type CrossOriginRule = 'any' | 'named' | 'links' | 'none';

/** The rules of one kind of access. */
export interface AccessPolicy {
  readonly crossOrigin: CrossOriginRule;
  /** The sentence for pages that may not ask. */
  readonly refusal: string;
  /** True when pages of `--cors-origin` may read the answers. */
  readonly cors: boolean;
  /** Requests that the traffic log keeps. The window's own would bury those of the programs that are watched. */
  readonly logged: 'all' | 'changes' | 'none';
  /** True when answers are for holders of the admin token only: no cache keeps them, no page includes them. */
  readonly isPrivate: boolean;
}

const V0 = { cors: true, logged: 'all', isPrivate: false } as const;
const EMULATOR = {
  crossOrigin: 'none',
  refusal: '/_emulator refuses requests from other origins',
  cors: false,
  logged: 'none',
  isPrivate: true,
} as const;

/** Every kind of access. Adding one is adding an entry. Source: decisions `errors` and `webhook-answer`. */
export const ACCESS_POLICIES: Readonly<Record<RequestAccess, AccessPolicy>> = {
  // The key is in a header that a page of another origin can only send after a preflight.
  key: { ...V0, crossOrigin: 'any', refusal: '' },
  webhook: {
    ...V0,
    crossOrigin: 'named',
    refusal: 'A webhook refuses requests from pages of origins that --cors-origin does not name',
  },
  emulator: EMULATOR,
  open: EMULATOR,
  unknownEmulator: EMULATOR,
  unknownV0: {
    ...V0,
    crossOrigin: 'named',
    refusal: 'There is nothing here for pages of origins that --cors-origin does not name',
  },
  window: {
    crossOrigin: 'links',
    refusal: 'Pages of other origins may link to this window, and load nothing from it',
    cors: false,
    logged: 'changes',
    isPrivate: false,
  },
  unreadable: {
    crossOrigin: 'none',
    refusal: 'Requests from other origins are refused where the request target cannot be read',
    cors: false,
    logged: 'all',
    isPrivate: false,
  },
};

const UNDECLARED = { v0: 'unknownV0', _emulator: 'unknownEmulator', window: 'window' } as const;

/** The access of a target where no endpoint is. */
export function undeclaredAccess(target: ReceivedTarget): UndeclaredAccess {
  return target.problem === undefined ? UNDECLARED[areaOf(target.path)] : 'unreadable';
}

/** The sender of a request as browsers tell: Hangar's own page or a program, a page of `--cors-origin`, or another page. */
type Sender = 'own' | 'named' | 'foreign';

/** Hangar speaks HTTP only: a page of `https://` with the same host and port is another origin. */
function senderOf({ host, origin, fetchSite }: RequestHeaders, corsOrigins: readonly string[]): Sender {
  const isNamed = origin !== undefined && corsOrigins.includes(origin);
  // Browsers leave the Origin out of images and links, and still say where they come from.
  const isCrossing = fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
  const isOwn = !isCrossing && (origin === undefined || origin === `http://${host ?? ''}`);
  return isOwn ? 'own' : isNamed ? 'named' : 'foreign';
}

/** Throws the 403 for a page that may not ask for this. */
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
  throw new ApiError('forbidden', `${refusal}${named}.`);
}

/** A link that was followed in a tab of its own; frames, objects, scripts and images say otherwise, and cannot lie. */
function isFollowedLink({ fetchMode, fetchDestination }: RequestHeaders): boolean {
  return fetchMode === 'navigate' && fetchDestination === 'document';
}
