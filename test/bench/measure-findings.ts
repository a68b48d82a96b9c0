import { Findings } from '../../electron/emulator/lab/findings/findings.ts';
import { observeTraffic } from '../../electron/emulator/server/http/findings.ts';
import type { LoggedExchange } from '../../electron/emulator/server/http/logged-exchange.ts';
import { TrafficLog, type TrafficChange } from '../../electron/emulator/server/http/traffic-log.ts';
import { contract } from '../../shared/contract/index.ts';
import { maskingRedaction } from '../../shared/model/redaction.ts';
import { UNCHANGED } from '../../shared/model/masking.ts';
import type { Figure } from './figures.ts';
import type { Plan } from './measures.ts';

const REQUESTS = 200_000;
/** Milliseconds between requests. */
const GAP = 50;

/** A traffic log that passes on what it is given. */
class Feed extends TrafficLog {
  #listener: (change: TrafficChange) => void = () => undefined;

  override subscribe(listener: (change: TrafficChange) => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }

  pass(change: TrafficChange): void {
    this.#listener(change);
  }
}

const { tasks, runs } = contract.v0;
const SAMPLE: LoggedExchange = {
  ...{ endpoint: runs.get, method: 'GET', path: '/v0/runs/get', search: '?id=run1', sentAs: 'GET', rawHeaders: [] },
  ...{ warnings: [], replayOf: '', fault: undefined, callerID: 'usr1', runID: 'run1', runStatus: 'Active' },
  ...{ sessionID: '', promptID: '', status: 200, error: undefined, start: { prefix: 'trf1z', order: 0 }, number: 1 },
  ...{
    at: 0,
    startedAt: 0,
    milliseconds: 1,
    webhook: undefined,
    idempotencyKey: undefined,
    answerHeaders: {},
    bytes: 1500,
  },
  ...{ request: { part: '', size: 0 }, answer: { part: '{}', size: 2 } },
};

/** Kinds of traffic: the request with this number. */
const TRAFFIC: Readonly<Record<string, (n: number) => Partial<LoggedExchange>>> = {
  'runs that are executed': (n) => {
    const part = JSON.stringify({ slug: 'refund', paramValues: { order_id: `AB${n}`, amount: 240 } });
    const request = { part, size: part.length };
    return {
      endpoint: tasks.execute,
      method: 'POST',
      path: '/v0/tasks/execute',
      search: '',
      runID: `run${n}`,
      request,
    };
  },
  'reads of many runs': (n) => ({ search: `?id=run${n % 5000}`, runID: `run${n % 5000}` }),
  'reads of one run, too often': () => ({}),
  'a call that fails and is repeated': () => ({ status: 503, runStatus: '' }),
};

/** Describing a request and passing it to all detectors, in this process: microseconds of processor time for each. */
export function findings({ rounds }: Plan): Promise<Figure[]> {
  const figures = Object.entries(TRAFFIC).map(([name, requestOf]): Figure => {
    const values = Array.from({ length: rounds }, () => withFindings(requestOf) - microsecondsOf(requestOf));
    return { name: `findings in ${name}, for each request`, target: { atMost: 2 }, unit: 'µs', values };
  });
  return Promise.resolve(figures);
}

/** Microseconds for each request that is observed; those of its making are included. */
function withFindings(requestOf: (n: number) => Partial<LoggedExchange>): number {
  let milliseconds = 0;
  const feed = new Feed(
    '1',
    { entries: () => 0, bytes: 0 },
    { nameOf: () => '', redaction: maskingRedaction(() => UNCHANGED) },
  );
  const kept = new Findings({
    clock: { after: () => () => undefined, monotonic: () => milliseconds },
    ...{ ids: { digest: (text) => text }, keyName: () => 'local', now: () => 0 },
    ...{ changed: () => undefined, unusedFaults: () => [] },
    reportError: (error) => {
      throw error;
    },
  });
  observeTraffic({ traffic: feed, findings: kept });
  return microsecondsOf(requestOf, (logged) => {
    feed.pass({ type: 'added', logged: { ...logged, startedAt: milliseconds }, listedRuns: [], hasMore: false });
    milliseconds += GAP;
  });
}

/** Microseconds for each request that is made. */
function microsecondsOf(
  requestOf: (n: number) => Partial<LoggedExchange>,
  pass: (logged: LoggedExchange) => void = () => undefined,
): number {
  const began = process.cpuUsage();
  for (let number = 0; number < REQUESTS; number++) pass({ ...SAMPLE, number, ...requestOf(number) });
  const { user, system } = process.cpuUsage(began);
  return (user + system) / REQUESTS;
}
