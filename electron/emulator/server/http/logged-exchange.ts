import type { Micros, MonotonicMilliseconds } from '../../../../shared/values/timestamp.ts';
import type { WebhookMatch } from '../../engine/resources/webhooks.ts';
import type { Exchange } from './exchange.ts';
import type { Outcome, ReportedError } from './outcome.ts';

/** The kept part of a body, and its full size. */
export interface CapturedBody {
  readonly part: string | Uint8Array;
  readonly size: number;
}

/** A start of the server, whose requests are numbered. */
export interface TrafficStart {
  /** Prefix of the numbers in IDs; differs between starts. */
  readonly prefix: string;
  /** 0 for this start, less for earlier ones. */
  readonly order: number;
}

/** An answered request, with references to its parts. Formatted when it is read. */
export interface LoggedExchange
  extends
    Pick<
      Exchange,
      | 'endpoint'
      | 'method'
      | 'path'
      | 'search'
      | 'sentAs'
      | 'rawHeaders'
      | 'warnings'
      | 'replayOf'
      | 'fault'
      | 'numbered'
      | 'callerID'
      | 'runID'
      | 'runStatus'
      | 'sessionID'
      | 'promptID'
    >,
    Pick<Outcome, 'status'> {
  readonly error: ReportedError | undefined;
  readonly start: TrafficStart;
  readonly number: number;
  readonly at: Micros;
  /** Machine time of its arrival; for one of an earlier start, the emulated time in milliseconds. */
  readonly startedAt: MonotonicMilliseconds;
  readonly milliseconds: number;
  /** `task` is its slug, in a bundle. */
  readonly webhook: (Pick<WebhookMatch, 'taskID' | 'slug'> & { readonly task?: string | undefined }) | undefined;
  readonly idempotencyKey: string | undefined;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly request: CapturedBody;
  readonly answer: CapturedBody;
  readonly bytes: number;
}

/** ID of a logged request. */
export function trafficID({ start, number }: Pick<LoggedExchange, 'start' | 'number'>): string {
  return start.prefix + String(number);
}
