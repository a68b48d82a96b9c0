import { createHash } from 'node:crypto';
import { Problems } from '../../../../shared/http/problems.ts';
import type { Operation } from '../../../../shared/registry/operations.ts';
import type { Findings } from '../../lab/findings/findings.ts';
import type { ObservedRequest } from '../../lab/findings/observed-request.ts';
import { parseQuery } from '../request/query.ts';
import {
  trafficID,
  type CapturedBody,
  type AddedExchange,
  type LoggedExchange,
  type TrafficLog,
} from './traffic-log.ts';
import { operationOf } from './faults.ts';
import { headerOf } from './traffic-format.ts';

/** Dependencies of the observation of requests. */
export interface ObserverPorts {
  readonly traffic: TrafficLog;
  readonly findings: Findings;
  /** Milliseconds of the machine. */
  readonly monotonic: () => number;
}

/** Passes the answered requests of the traffic log to the findings. */
export function observeTraffic({ traffic, findings, monotonic }: ObserverPorts): void {
  traffic.subscribe((change) => {
    if (change.type !== 'added') return;
    const operation = change.logged.endpoint && operationOf(change.logged.endpoint);
    if (operation === undefined) return;
    const endedAt = monotonic();
    findings.add(() => observed(change, operation, endedAt));
  });
}

/** Kinds of faults after which a client has no whole answer of the service. */
const SPOILING: ReadonlySet<string> = new Set(['lose', 'refuse', 'truncate', 'hang', 'body']);

/** Describes a logged request for the detectors, without its bodies. */
function observed(
  { logged, listedRuns, hasMore }: AddedExchange,
  operation: Operation,
  endedAt: number,
): ObservedRequest {
  const { callerID, status, fault, runID, sessionID, replayOf, error } = logged;
  const client = headerOf(logged, 'user-agent');
  const sender = JSON.stringify([client, callerID]);
  const action = `${logged.method} ${logged.path} ${bodyKey(logged.request)}`;
  const isExecuted = replayOf === '' && (fault === undefined ? error === undefined : (fault.instead ?? 500) < 300);
  const query = (): Record<string, string> => parseQuery(logged.search, new Problems());
  return {
    id: trafficID(logged),
    operation,
    at: logged.at,
    startedAt: endedAt - logged.milliseconds,
    endedAt,
    client,
    callerID,
    sender,
    action,
    call: `${sender} ${action} ${logged.search}`,
    query: LISTS.has(operation) ? query() : NO_QUERY,
    status,
    isSpoiled: fault !== undefined && fault.kind.split(',').some((kind) => SPOILING.has(kind)),
    retryAfterSeconds: retryAfter(logged),
    idempotencyKey: logged.idempotencyKey ?? '',
    executed: !isExecuted ? '' : operation === 'runbooks/execute' ? sessionID : CREATES_RUN.has(operation) ? runID : '',
    runID,
    runStatus: logged.runStatus,
    listedRuns,
    hasMore,
    ignored: logged.warnings.filter((warning) => IGNORED.test(warning)),
  };
}

const LISTS: ReadonlySet<Operation> = new Set(['runs/list', 'sessions/list']);
const CREATES_RUN: ReadonlySet<Operation> = new Set(['tasks/execute', 'webhook']);
const NO_QUERY: Readonly<Record<string, string>> = {};
/** Warnings about names that had no effect, from `request/unknown-names.ts` and `engine/field-problems.ts`. */
const IGNORED = /^(?:The (?:field|query parameter) "|dropped values )/;

/** Longer bodies are identified by a hash. */
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
