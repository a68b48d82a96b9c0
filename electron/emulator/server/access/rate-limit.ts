import { ApiError } from '../../../../shared/http/errors.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import type { Settings } from '../../../../shared/model/workspace.ts';

interface Window {
  readonly endsAt: Micros;
  used: number;
}

/**
 * Fixed-window rate limit per API key (decision `rate-limit`). A window begins with the first request after the previous
 * one ended.
 */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  readonly #limit: () => Settings['rateLimit'];

  constructor(limit: () => Settings['rateLimit']) {
    this.#limit = limit;
  }

  /** Counts a request or throws the 429. */
  count(who: string, now: Micros): void {
    const limit = this.#limit();
    if (limit === undefined) return;
    let window = this.#windows.get(who);
    if (window === undefined || now >= window.endsAt || window.endsAt - now > limit.seconds * MICROS_PER_SECOND) {
      window = { endsAt: now + limit.seconds * MICROS_PER_SECOND, used: 0 };
      if (this.#windows.size >= 1000) this.#forget(now);
      this.#windows.set(who, window);
    }
    if (window.used >= limit.requests) {
      const seconds = Math.max(1, Math.ceil((window.endsAt - now) / MICROS_PER_SECOND));
      throw new ApiError(
        'rate_limited',
        `More than ${limit.requests} requests in ${limit.seconds} s; try again in ${seconds} s.`,
        { headers: { 'Retry-After': String(seconds) }, decision: 'rate-limit' },
      );
    }
    window.used += 1;
  }

  #forget(now: Micros): void {
    for (const [who, { endsAt }] of this.#windows) if (now >= endsAt) this.#windows.delete(who);
  }
}
