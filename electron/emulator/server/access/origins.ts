import { PageOrigin, type RefusedOrigin } from '../../../../shared/contract/emulator/control.ts';
import { formatTimestamp, type MachineMicros } from '../../../../shared/values/timestamp.ts';
import type { RequestHeaders } from '../request/request-headers.ts';

/** Maximum number of counted origins. Others replace the one that was refused the longest ago. */
const MAX_REFUSED = 10;

/**
 * Origins of web pages: those that may call `/v0`, and a count of refused requests by origin. Nothing else is kept of a refused
 * request (decision `errors`).
 */
export class Origins {
  readonly #allowed: string[];
  /** In the order of their last requests. */
  readonly #refused = new Map<string, RefusedOrigin>();
  readonly #now: () => MachineMicros;

  constructor(allowed: readonly string[], now: () => MachineMicros) {
    this.#allowed = [...allowed];
    this.#now = now;
  }

  /** The origins whose pages may call `/v0`. */
  get allowed(): readonly string[] {
    return this.#allowed;
  }

  /** Lets the pages of an origin call `/v0` until the end of the process. */
  allow(origin: string): void {
    if (!this.#allowed.includes(origin)) this.#allowed.push(origin);
    this.#refused.delete(origin);
  }

  /** Counts a refused request. */
  refuse(origin: string | undefined): void {
    const { data: page } = PageOrigin.safeParse(origin);
    if (page === undefined) return;
    const count = (this.#refused.get(page)?.count ?? 0) + 1;
    this.#refused.delete(page);
    const [oldest] = this.#refused.keys();
    if (oldest !== undefined && this.#refused.size >= MAX_REFUSED) this.#refused.delete(oldest);
    this.#refused.set(page, { origin: page, count, lastAt: formatTimestamp(this.#now()) });
  }

  /** The counts, the latest first. */
  get refused(): RefusedOrigin[] {
    return [...this.#refused.values()].reverse();
  }

  /** Forgets the counts. */
  forget(): void {
    this.#refused.clear();
  }
}

const EXPOSED = 'Idempotency-Key, X-Hangar-Warning, X-Hangar-Fault, Retry-After';

/** CORS headers of a `/v0` response; empty unless the origin is allowed by name. */
export function corsHeaders(allowed: readonly string[], { origin }: RequestHeaders): Record<string, string> {
  if (origin === undefined || !allowed.includes(origin)) return {};
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}

/** Additional headers of a preflight response. Vendor headers can have any name, so all requested headers are allowed. */
export function preflightHeaders(methods: string, { preflightHeaders: asked }: RequestHeaders): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': methods,
    ...(asked === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
    'Access-Control-Allow-Private-Network': 'true',
    'Access-Control-Max-Age': '600',
  };
}
