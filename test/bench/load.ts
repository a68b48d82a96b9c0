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

/** Sends one request over and over from many connections; gives the answers per second. Throws when one was no success. */
export async function load(shot: Shot, { connections = 50, ...length }: Length): Promise<number> {
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
  return result.requests.average;
}
