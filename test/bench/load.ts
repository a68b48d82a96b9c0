import autocannon from 'autocannon';

/** What is sent, again and again. */
export interface Shot {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** What a stretch of load gave: answers a second, and how long they took, in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends one request over and over from many connections, at most `rate` times a second; throws when an answer was no success. */
export async function load(
  shot: Shot,
  { seconds, connections = 50, rate }: { seconds: number; connections?: number; rate?: number },
): Promise<Load> {
  const result = await autocannon({
    url: shot.url,
    method: shot.method ?? 'GET',
    headers: shot.headers ?? {},
    ...(shot.body === undefined ? {} : { body: shot.body }),
    connections,
    ...(rate === undefined ? {} : { overallRate: rate }),
    duration: seconds,
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${shot.url}: ${result.non2xx} answers were no success, ${result.errors} did not come`);
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
