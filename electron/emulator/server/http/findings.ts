import { createHash } from 'node:crypto';
import { spoilsAnswer } from '../../../../shared/model/failed-answer.ts';
import type { Masker } from '../../../../shared/model/masking.ts';
import { RUN_MAKERS, type Operation } from '../../../../shared/registry/operations.ts';
import type { Findings } from '../../lab/findings/findings.ts';
import type { ObservedRequest } from '../../lab/findings/observed-request.ts';
import { parseQuery } from '../request/query.ts';
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

type ReadLists = Pick<AddedExchange, 'listedRuns' | 'hasMore'>;

/**
 * A logged request for detectors, without its bodies; `undefined` for one that calls no operation. Detectors read little of most
 * requests, so texts are made on demand. @param read the lists that its client read
 */
export function observedRequest(
  logged: LoggedExchange,
  mask: Masker,
  { listedRuns, hasMore }: ReadLists = { listedRuns: [], hasMore: false },
): ObservedRequest | undefined {
  const operation = logged.endpoint && operationOf(logged.endpoint);
  if (operation === undefined) return undefined;
  const { start, number, method, path, search, runID } = logged;
  const { client, id: sender } = senderOf(logged);
  const body = logged.request.size === 0 ? '' : bodyKey(logged.request);
  // The run whose key was sent, for operations that need one.
  const callingRun = logged.endpoint?.calledFrom === 'run' ? runID : '';
  let call: string | undefined;
  return {
    ...answerFacts(logged, operation),
    mask,
    operation,
    client,
    sender,
    listedRuns,
    hasMore,
    get id() {
      return trafficID({ start, number });
    },
    get action() {
      return `${method} ${path} ${body}`;
    },
    get call() {
      return (call ??= `${sender} ${callingRun} ${this.action} ${search}`);
    },
    get query() {
      return parseQuery(search).given;
    },
  };
}

/** The times, the answer and the run of a request. */
function answerFacts(logged: LoggedExchange, operation: Operation) {
  const { at, startedAt, milliseconds, status, fault, warnings, callerID, runID, runStatus } = logged;
  return {
    at,
    startedAt,
    endedAt: startedAt + milliseconds,
    callerID,
    status,
    isSpoiled: fault !== undefined && spoilsAnswer(fault.kind),
    retryAfterSeconds: retryAfter(logged),
    idempotencyKey: logged.idempotencyKey ?? '',
    executed: executedBy(logged, operation),
    runID,
    runStatus,
    ignored: warnings.length === 0 ? warnings : warnings.filter((warning) => IGNORED.test(warning)),
    error: logged.error?.message ?? '',
  };
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

/** Matches warnings about names without effect, from `request/validate.ts` and `engine/field-problems.ts`. */
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
