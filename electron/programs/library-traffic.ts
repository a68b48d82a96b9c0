/** Changes to a request that is sent again. */
export interface SendAgainOptions {
  /** Another body: a text as it is, any other value as JSON. */
  readonly body?: unknown;
  /** Headers to replace or add; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Signs the body anew: HMAC-SHA256, as `sha256=` and hexadecimal digits in this header. */
  readonly sign?: { readonly secret: string; readonly header: string };
}

/** Requests of the traffic log; what is given must all hold. */
export interface TrafficFilterOptions {
  /** At most so many, the latest ones: 1,000 by default. */
  readonly limit?: number;
  /** Those that made, named or concern this run, by ID. */
  readonly run?: string;
  /** Deliveries to this webhook, as task-id/slug. */
  readonly webhook?: string;
  /** Those that began before this request, by ID. */
  readonly before?: string;
}

/** A request in the traffic log. */
export interface SentRequest {
  readonly id: string;
  /** 0 when no answer arrived. */
  readonly status: number;
}
