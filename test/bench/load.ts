import autocannon from 'autocannon';

/** The repeated request. */
export interface Shot {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Name of a header that has another value in each request. */
  readonly uniqueHeader?: string;
}

/** The result of a period of load: answers per second, and their durations in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Length of a load: a time or a number of requests, at most `rate` of them a second. */
type Length = ({ readonly seconds: number } | { readonly requests: number }) & {
  readonly connections?: number;
  readonly rate?: number;
};

/** Sends one request over and over from many connections; throws when an answer was no success. */
export async function load(shot: Shot, { connections = 50, rate, ...length }: Length): Promise<Load> {
  const result = await autocannon({
    url: shot.url,
    method: shot.method ?? 'GET',
    headers: shot.headers ?? {},
    ...(shot.body === undefined ? {} : { body: shot.body }),
    ...(shot.uniqueHeader === undefined ? {} : { requests: [{ setupRequest: withHeader(shot.uniqueHeader) }] }),
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
    ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${shot.url}: ${result.non2xx} answers were no success, ${result.errors} did not come`);
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function withHeader(name: string): (request: autocannon.Request) => autocannon.Request {
  return (request) => ({ ...request, headers: { ...request.headers, [name]: crypto.randomUUID() } });
}
