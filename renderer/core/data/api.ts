import type { EmulatorContract } from '../../../shared/contract/emulator/index.ts';
import { type Client, createClient } from '../../../shared/http/client.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import { parseOwnJson } from '../../../shared/values/json.ts';
import { routes } from './routes.ts';

/** The typed client of `/_emulator`. */
export type Api = Client<EmulatorContract>;

/** The part of `fetch` used here. The `request` of an in-process app fits, too. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response> | Response;

interface FetchInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Blob;
  readonly signal?: AbortSignal;
}

/** A stored file for a parameter of type upload. */
export type Upload = Awaited<ReturnType<Api['uploads']['create']>>;

/** A request to any path, as replayed from the traffic log. */
export interface RawRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The response to a raw request, with any status. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly milliseconds: number;
}

/** The window's access to the server. Components use it instead of `fetch`. */
export interface Server {
  readonly api: Api;
  /** Stores a file; rejects with `ApiError`. */
  readonly upload: (file: File) => Promise<Upload>;
  /** Sends the request without the window's own credentials. */
  readonly send: (request: RawRequest) => Promise<RawResponse>;
  /** Opens the event stream. */
  readonly stream: (
    url: string,
    init: { headers: Record<string, string>; signal: AbortSignal },
  ) => Promise<Response> | Response;
}

/** Makes the server access from `fetch`. `onUnauthorized` is called when `/_emulator` requires the admin token. */
export function createServer(fetch: Fetch, openStream: Server['stream'], onUnauthorized: () => void): Server {
  const guard = <Init>(send: (url: string, init: Init) => Promise<Response> | Response) => {
    return async (url: string, init: Init): Promise<Response> => {
      const answer = await send(url, init);
      if (answer.status === 401) onUnauthorized();
      return answer;
    };
  };
  const guarded = guard(fetch);
  const api = createClient<EmulatorContract>(routes, { base: '', transport: guarded });
  return {
    api,
    upload: (file) => upload(guarded, file),
    send: (request) => send(fetch, request),
    stream: guard(openStream),
  };
}

async function upload(fetch: Fetch, file: File): Promise<Upload> {
  const url = `${routes.uploads.create.path}?name=${encodeURIComponent(file.name)}`;
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const answer = await fetch(url, { method: 'POST', headers, body: file });
  // The server is of the same build, so its response matches the contract.
  if (answer.ok) return parseOwnJson<Upload>(await answer.text());
  const json: unknown = await answer.json();
  const message = typeof json === 'object' && json !== null && 'error' in json ? String(json.error) : 'Upload failed.';
  throw new ApiError(answer.status === 413 ? 'payload_too_large' : 'invalid_request', message);
}

async function send(fetch: Fetch, { method, path, headers, body }: RawRequest): Promise<RawResponse> {
  const from = performance.now();
  // `/.` keeps a path such as `//v0/runs/list` from naming another host.
  const answer = await fetch(`/.${path}`, { method, headers, ...(body === '' ? {} : { body }) });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: [...answer.headers],
    body: text,
    milliseconds: performance.now() - from,
  };
}
