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
  const durations: number[] = [];
  const result = await run(
    {
      url: shot.url,
      method: shot.method ?? 'GET',
      headers: shot.headers ?? {},
      ...(shot.body === undefined ? {} : { body: shot.body }),
      ...(shot.uniqueHeader === undefined ? {} : { requests: [{ setupRequest: withHeader(shot.uniqueHeader) }] }),
      connections,
      ...(rate === undefined ? {} : { overallRate: rate }),
      ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
    },
    durations,
  );
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${shot.url}: ${result.non2xx} answers were no success, ${result.errors} did not come`);
  }
  const sorted = Float64Array.from(durations).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: result.requests.average, p50: at(0.5), p99: at(0.99) };
}

/** @param durations receives the time of each answer; those in autocannon's result are whole milliseconds */
function run(options: autocannon.Options, durations: number[]): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, result: autocannon.Result) =>
      error instanceof Error ? reject(error) : resolve(result);
    autocannon(options, settle).on('response', (_client, _status, _bytes, duration) => durations.push(duration));
  });
}

function withHeader(name: string): (request: autocannon.Request) => autocannon.Request {
  return (request) => ({ ...request, headers: { ...request.headers, [name]: crypto.randomUUID() } });
}
