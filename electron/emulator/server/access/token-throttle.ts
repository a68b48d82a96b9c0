import { ApiError } from '../../../../shared/http/errors.ts';
import type { Clock } from '../../engine/ports.ts';

/** Wrong tokens that are answered at once: people mistype. */
const FREE_ATTEMPTS = 3;
/** The first delay and the longest one, in milliseconds; each is twice the one before. */
const FIRST_DELAY = 125;
const MAX_DELAY = 4000;
/** Wrong tokens of one address that may wait for their answers at once. */
const MAX_PENDING = 10;
/** An address is forgotten after this many milliseconds without a wrong token. */
const EXPIRES_AFTER = 60_000;
/** Addresses that are told apart; all others share one record. */
const MAX_ADDRESSES = 1000;

interface Attempts {
  wrong: number;
  pending: number;
  lastAt: number;
}

/**
 * Slows down whoever guesses the admin token, by remote address. A wrong token holds one of a few places while its answer
 * waits, whether its sender still listens or not; while all are held, that address is refused without being checked. So
 * the right token is never delayed, and only a flood from its own address can keep it out.
 */
export class TokenThrottle {
  readonly #clock: Clock;
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws the 429 for an address from which too many wrong tokens wait: its token is not to be checked. */
  assertNotThrottled(address: string): void {
    if ((this.#attempts.get(this.#keyOf(address))?.pending ?? 0) < MAX_PENDING) return;
    throw new ApiError('rate_limited', 'Too many wrong admin tokens came from this address: try again in a moment.', {
      'Retry-After': String(Math.ceil(MAX_DELAY / 1000)),
    });
  }

  /** Counts a wrong token, and resolves when it may be answered. */
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

  /** One record for all addresses that come when there is no room for another one. */
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

/** All of loopback is one sender, and so is an IPv6 network of 64 bits, of which one machine has every address. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === '::1' || plain.startsWith('127.')) return 'loopback';
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}
