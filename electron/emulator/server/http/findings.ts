import { createHash } from 'node:crypto';
import { spoilsAnswer } from '../../../../shared/model/failed-answer.ts';
import type { Masker } from '../../../../shared/model/masking.ts';
import { RUN_MAKERS, type Operation } from '../../../../shared/registry/operations.ts';
import type { Findings } from '../../lab/findings/findings.ts';
import type { ObservedRequest } from '../../lab/findings/observed-request.ts';
import { parseQuery } from '../request/target.ts';
import { trafficID, type CapturedBody, type LoggedExchange } from './logged-exchange.ts';
import type { AddedExchange, TrafficLog } from './traffic-log.ts';
import { operationOf } from './operation-of.ts';
import { headerOf } from './traffic-format.ts';

/** Dependencies of the observation of requests. */
interface ObserverPorts {
  readonly traffic: TrafficLog;
  readonly findings: Findings;
}

/** Passes the answered requests of the traffic log to the findings. */
export function observeTraffic({ traffic, findings }: ObserverPorts): void {
  const mask: Masker = (text) => traffic.mask(text);
  traffic.subscribe((change) => {
    if (change.type !== 'added') return;
    const request = observedRequest(change.logged, mask, change);
    if (request !== undefined) findings.add(request);
  });
}

/** A logged request for detectors; `undefined` for one that calls no operation. @param read the lists that its client read */
export function observedRequest(
  logged: LoggedExchange,
  mask: Masker,
  read: ReadLists = { listedRuns: [], hasMore: false },
): LoggedRequest | undefined {
  const operation = logged.endpoint && operationOf(logged.endpoint);
  return operation && new LoggedRequest(logged, read, { operation, mask });
}

type ReadLists = Pick<AddedExchange, 'listedRuns' | 'hasMore'>;

/**
 * A logged request for detectors, without its bodies. Detectors read little of most requests, so strings are built on demand. A
 * literal with accessors in place of this class halves the rate of reads.
 */
class LoggedRequest implements ObservedRequest {
  readonly operation: Operation;
  readonly at: ObservedRequest['at'];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly sender: string;
  readonly callerID: string;
  readonly client: string;
  readonly status: number;
  readonly isSpoiled: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly idempotencyKey: string;
  readonly executed: string;
  readonly runID: string;
  readonly runStatus: ObservedRequest['runStatus'];
  readonly listedRuns: ObservedRequest['listedRuns'];
  readonly hasMore: boolean;
  readonly ignored: readonly string[];
  readonly error: string;
  readonly mask: Masker;
  readonly #start: LoggedExchange['start'];
  readonly #number: number;
  readonly #method: string;
  readonly #path: string;
  readonly #search: string;
  readonly #bodyKey: string;
  /** The run whose key was sent, for operations that need one; "" for others. */
  readonly #callingRun: string;
  #call = '';

  constructor(
    logged: LoggedExchange,
    { listedRuns, hasMore }: ReadLists,
    { operation, mask }: Pick<ObservedRequest, 'operation' | 'mask'>,
  ) {
    const { fault, warnings, startedAt } = logged;
    this.mask = mask;
    this.operation = operation;
    this.at = logged.at;
    this.startedAt = startedAt;
    this.endedAt = startedAt + logged.milliseconds;
    const { client, id } = senderOf(logged);
    this.client = client;
    this.callerID = logged.callerID;
    this.sender = id;
    this.status = logged.status;
    this.isSpoiled = fault !== undefined && spoilsAnswer(fault.kind);
    this.retryAfterSeconds = retryAfter(logged);
    this.idempotencyKey = logged.idempotencyKey ?? '';
    this.executed = executedBy(logged, operation);
    this.runID = logged.runID;
    this.runStatus = logged.runStatus;
    this.listedRuns = listedRuns;
    this.hasMore = hasMore;
    this.ignored = warnings.length === 0 ? warnings : warnings.filter((warning) => IGNORED.test(warning));
    this.error = logged.error?.message ?? '';
    this.#start = logged.start;
    this.#number = logged.number;
    this.#method = logged.method;
    this.#path = logged.path;
    this.#search = logged.search;
    this.#callingRun = logged.endpoint?.calledFrom === 'run' ? logged.runID : '';
    this.#bodyKey = logged.request.size === 0 ? '' : bodyKey(logged.request);
  }

  get id(): string {
    return trafficID({ start: this.#start, number: this.#number });
  }

  get action(): string {
    return `${this.#method} ${this.#path} ${this.#bodyKey}`;
  }

  get call(): string {
    if (this.#call === '') this.#call = `${this.sender} ${this.#callingRun} ${this.action} ${this.#search}`;
    return this.#call;
  }

  get query(): Readonly<Record<string, string>> {
    return parseQuery(this.#search).given;
  }
}

/** ID of the run or session that a request created; "" for none. */
function executedBy({ replayOf, fault, error, runID, sessionID }: LoggedExchange, operation: Operation): string {
  const made = operation === 'runbooks/execute' ? sessionID : RUN_MAKERS.has(operation) ? runID : '';
  if (made === '' || replayOf !== '') return '';
  return (fault === undefined ? error === undefined : (fault.instead ?? 500) < 300) ? made : '';
}

/** A client, identified by its name and key. */
interface Sender extends Pick<LoggedExchange, 'rawHeaders' | 'callerID'> {
  readonly client: string;
  readonly id: string;
}

let sender: Sender = { rawHeaders: [], callerID: '', client: '', id: '' };

/** Identifies the client of a request. Caches the previous client, since most requests repeat its headers. */
function senderOf({ rawHeaders, callerID }: LoggedExchange): Sender {
  if (sender.rawHeaders !== rawHeaders || sender.callerID !== callerID) {
    const client = headerOf({ rawHeaders }, 'user-agent');
    sender = { rawHeaders, callerID, client, id: JSON.stringify([client, callerID]) };
  }
  return sender;
}

/** Matches warnings about names without effect, from `request/unknown-names.ts` and `engine/field-problems.ts`. */
const IGNORED = /^(?:The (?:field|query parameter) "|dropped values )/;

/** Maximum length of a body in a key; longer ones are hashed. */
const MAX_KEY = 200;

function bodyKey({ part, size }: CapturedBody): string {
  if (part.length <= MAX_KEY) return typeof part === 'string' ? part : Buffer.from(part).toString('latin1');
  return `${size} ${createHash('sha1').update(part).digest('base64')}`;
}

function retryAfter({ answerHeaders, status }: LoggedExchange): number | undefined {
  const text = status === 0 ? undefined : answerHeaders['Retry-After'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  return Number.isFinite(seconds) ? seconds : undefined;
}
