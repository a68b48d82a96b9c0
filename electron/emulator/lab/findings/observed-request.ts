import type { Masker } from '../../../../shared/model/masking.ts';
import type { RunStatus } from '../../../../shared/model/status.ts';
import type { Operation } from '../../../../shared/registry/operations.ts';
import type { Micros, MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';

/** A finished request, for detectors. */
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
  /** User ID of the API key; "" when authentication failed. */
  readonly callerID: string;
  /** Identifies the client: its name and its key. */
  readonly sender: string;
  /** Identifies the call: sender, calling run, operation, target and body. */
  readonly call: string;
  /** Identifies operation and body. */
  readonly action: string;
  readonly query: Readonly<Record<string, string>>;
  /** 0 when the client got no answer. */
  readonly status: number;
  /** True when the answer was cut off or replaced on its way. */
  readonly isSpoiled: boolean;
  /** Seconds of `Retry-After`; `undefined` without one. */
  readonly retryAfterSeconds: number | undefined;
  /** "" for none. */
  readonly idempotencyKey: string;
  /** ID of the run or session that the request created; "" when it was not processed, or repeated an answer. */
  readonly executed: string;
  /** Run that it created or read. */
  readonly runID: string;
  /** Status of the run that the client read; "" for none. */
  readonly runStatus: RunStatus | '';
  /** Runs of a list that the client read. */
  readonly listedRuns: readonly { readonly id: string; readonly status: RunStatus }[];
  /** True when a list has items after this page. */
  readonly hasMore: boolean;
  /** Warnings about ignored values. */
  readonly ignored: readonly string[];
  /** Message of the answered error; "" for none. */
  readonly error: string;
  /** Masks credentials in a text. */
  readonly mask: Masker;
}
