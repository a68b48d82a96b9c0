import type { Masker } from '../../../../shared/model/masking.ts';
import type { RunStatus } from '../../../../shared/model/status.ts';
import type { Operation } from '../../../../shared/registry/operations.ts';
import type { Micros, MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';

/** A request that has ended, as detectors see it. */
export interface ObservedRequest {
  readonly id: string;
  readonly operation: Operation;
  /** Emulated time of its arrival. */
  readonly at: Micros;
  /** Machine times of its arrival and of the end of its answer. */
  readonly startedAt: MonotonicMilliseconds;
  readonly endedAt: MonotonicMilliseconds;
  /** User-Agent. */
  readonly client: string;
  /** User ID of the API key; "" when nobody was admitted. */
  readonly callerID: string;
  /** Identifies the client: its name and its key. */
  readonly sender: string;
  /** Identifies the call: sender, the run that calls, operation, target and body. */
  readonly call: string;
  /** Identifies operation and body. */
  readonly action: string;
  readonly query: Readonly<Record<string, string>>;
  /** 0 when the client got no answer. */
  readonly status: number;
  /** True when the answer was spoiled on its way: cut off, or replaced by something else. */
  readonly isSpoiled: boolean;
  /** Seconds of `Retry-After`; `undefined` without one. */
  readonly retryAfterSeconds: number | undefined;
  /** "" for none. */
  readonly idempotencyKey: string;
  /** Runs or session that the request made; "" when it was not processed, or only repeated an answer. */
  readonly executed: string;
  /** Run that it made or read. */
  readonly runID: string;
  /** Status of the run that the client read. */
  readonly runStatus: RunStatus | '';
  /** Runs of a list that the client read. */
  readonly listedRuns: readonly { readonly id: string; readonly status: RunStatus }[];
  /** True when a list has items after this page. */
  readonly hasMore: boolean;
  /** Names whose values were ignored, as sentences. */
  readonly ignored: readonly string[];
  /** Message of the error that was answered; "" for none. */
  readonly error: string;
  /** Masks credentials in a text for people. */
  readonly mask: Masker;
}
