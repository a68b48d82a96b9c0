import { ApiError } from '../../../../shared/http/errors.ts';
import { MICROS_PER_SECOND, type Micros } from '../../../../shared/values/timestamp.ts';
import type { Settings } from '../../../../shared/model/workspace.ts';
import type { MachineClock } from '../../engine/context/ports.ts';

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

/** Number of wrong tokens answered without delay, for typing mistakes. */
const FREE_ATTEMPTS = 3;
/** First and maximum delay, in milliseconds. Each delay is twice the previous one. */
const FIRST_DELAY = 125;
const MAX_DELAY = 4000;
/** Maximum number of pending delayed answers per address. */
const MAX_PENDING = 10;
/** An address is forgotten this many milliseconds after its last wrong token. */
const EXPIRES_AFTER = 60_000;
/** Maximum number of addresses tracked separately; all others share one record. */
const MAX_ADDRESSES = 1000;

interface Attempts {
  wrong: number;
  pending: number;
  lastAt: number;
}

/**
 * Throttles attempts to guess the admin token, by remote address, with exponential backoff. Each delayed answer holds a
 * slot, whether or not its sender still listens. While all slots of an address are taken, its requests are rejected without
 * checking the token. The right token is therefore never delayed, and only a flood from its own address can block it.
 */
export class TokenThrottle {
  readonly #clock: MachineClock;
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: MachineClock) {
    this.#clock = clock;
  }

  /** Throws the 429 for an address with too many pending wrong tokens. Its token must not be checked. */
  assertNotThrottled(address: string): void {
    if ((this.#attempts.get(this.#keyOf(address))?.pending ?? 0) < MAX_PENDING) return;
    throw new ApiError('rate_limited', 'Too many wrong admin tokens came from this address: try again in a moment.', {
      headers: { 'Retry-After': String(Math.ceil(MAX_DELAY / 1000)) },
    });
  }

  /** Counts a wrong token. Resolves when it may be answered. */
  delayFailure(address: string): Promise<void> {
    const now = this.#clock.monotonic();
    const attempts = this.#of(address, now);
    attempts.wrong += 1;
    attempts.lastAt = now;
    const doublings = attempts.wrong - FREE_ATTEMPTS - 1;
    if (doublings < 0) return Promise.resolve();
    attempts.pending += 1;
    return new Promise((resolve) => {
      this.#clock.after(Math.min(MAX_DELAY, FIRST_DELAY * 2 ** doublings), () => {
        attempts.pending -= 1;
        resolve();
      });
    });
  }

  #of(address: string, now: number): Attempts {
    const key = this.#keyOf(address);
    const known = this.#attempts.get(key);
    if (known !== undefined && (known.pending > 0 || now - known.lastAt < EXPIRES_AFTER)) return known;
    const fresh = { wrong: 0, pending: 0, lastAt: now };
    this.#attempts.set(key, fresh);
    return fresh;
  }

  /** Returns the record's key. Addresses beyond the maximum share one. */
  #keyOf(address: string): string {
    const key = networkOf(address);
    if (this.#attempts.has(key) || this.#attempts.size < MAX_ADDRESSES) return key;
    this.#forget();
    return this.#attempts.size < MAX_ADDRESSES ? key : '';
  }

  #forget(): void {
    const now = this.#clock.monotonic();
    for (const [key, { pending, lastAt }] of this.#attempts)
      if (pending === 0 && now - lastAt >= EXPIRES_AFTER) this.#attempts.delete(key);
  }
}

/**
 * Groups addresses by sender: all of loopback, and each IPv6 /64 network, since one machine can use all of its addresses.
 */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'loopback';
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}
