import { Agent as HttpAgent, type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** Keep-alive connections to one server. */
export interface HttpConnection {
  /** Begins a request for a target below the path of the server's URL. */
  readonly request: (target: string, options: RequestOptions) => ClientRequest;
  /** Closes the connections. */
  readonly close: () => void;
}

/** Creates the connections to the server at a URL. */
export function connectHttp(url: URL): HttpConnection {
  const isHttps = url.protocol === 'https:';
  const agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = isHttps ? requestHttps : requestHttp;
  // IPv6 addresses have brackets in URLs only.
  const address = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, agent };
  const base = url.pathname.replace(/\/$/, '');
  return {
    request: (target, options) => start({ ...address, ...options, path: base + target }),
    close: () => agent.destroy(),
  };
}

/** True for the error of a request to a server that does not run, or whose address is unknown. */
export function isUnreachable(error: Error): boolean {
  return 'code' in error && /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(String(error.code));
}
