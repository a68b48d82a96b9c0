import autocannon from 'autocannon';

/** The repeated request. */
export interface Shot {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Length of a load: a time or a number of requests. */
type Length = ({ readonly seconds: number } | { readonly requests: number }) & { readonly connections?: number };

/** Answers per second of a load, and the milliseconds within which 99 of 100 came. */
export interface Measured {
  readonly rate: number;
  readonly p99: number;
}

/** Sends one request over and over from many connections. Throws when an answer was no success. */
export async function load(shot: Shot, { connections = 50, ...length }: Length): Promise<Measured> {
  const result = await autocannon({
    url: shot.url,
    method: shot.method ?? 'GET',
    headers: shot.headers ?? {},
    ...(shot.body === undefined ? {} : { body: shot.body }),
    connections,
    ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${shot.url}: ${result.non2xx} answers were no success, ${result.errors} did not come`);
  }
  return { rate: result.requests.average, p99: result.latency.p99 };
}
