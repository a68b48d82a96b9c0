/** Changes to a request that is sent again. */
export interface SendAgainOptions {
  /** A new body: a text unchanged, any other value as JSON. */
  readonly body?: unknown;
  /** Headers to replace or add; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Signs the body again: HMAC-SHA256, as `sha256=` and hexadecimal digits in this header. */
  readonly sign?: { readonly secret: string; readonly header: string };
}

/** Selects requests of the traffic log that meet all given conditions. */
export interface TrafficFilterOptions {
  /** Maximum number, the latest ones; 1,000 by default. */
  readonly limit?: number;
  /** Requests that created or named this run, by ID. */
  readonly run?: string;
  /** Deliveries to this webhook, as `task ID/slug`. */
  readonly webhook?: string;
  /** Requests that began before this one, by ID. */
  readonly before?: string;
}

/** A request in the traffic log. */
export interface SentRequest {
  readonly id: string;
  /** 0 when no answer arrived. */
  readonly status: number;
}
