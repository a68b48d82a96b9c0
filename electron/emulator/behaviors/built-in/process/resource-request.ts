import { isJsonObject, type JsonObject } from '../../../../../shared/values/json.ts';
import { sendOutbound } from './outbound-request.ts';
import type { RestAnswer } from './rest-answer.ts';
import { type RestBody, targetOf, texts } from './rest-parameters.ts';
import type { TaskResource, TaskRun } from './task.ts';

/** A request to the server of a run's resource. Query and headers come from the parameters `urlParams` and `headers`. */
interface ResourceRequest {
  /** The name of the task in messages. */
  readonly task: string;
  /** The kinds of resources that it may have. */
  readonly kinds: readonly string[];
  readonly method: string;
  /** Below the base URL of the resource. */
  readonly path: string;
  readonly body: RestBody | undefined;
  /** Headers that those of the resource and of the parameters replace. */
  readonly headers?: readonly Header[];
}

type Header = readonly [name: string, value: string];

/** An answer, and the request in messages. */
interface ResourceAnswer {
  readonly name: string;
  readonly answer: RestAnswer;
  /** The failure of the run by the status; `undefined` for 2xx. */
  readonly failure: string | undefined;
}

/**
 * Sends one request to the server of a resource, and logs its status. Does not follow redirects, so that credentials stay with
 * that server. Rejects for a resource of another kind, a path that leaves the base URL, and without a whole answer.
 */
export async function sendToResource(
  { params, resource, log, signal, options }: TaskRun,
  request: ResourceRequest,
): Promise<ResourceAnswer> {
  const { task, kinds, method, path, body } = request;
  if (!kinds.includes(resource.kind)) {
    const wanted = kinds.map((kind) => `"${kind}"`).join(' or ');
    throw new Error(`a ${task} needs a resource of kind ${wanted}; "${resource.slug}" is of kind "${resource.kind}"`);
  }
  const { retryFailures = null, urlParams = null } = params;
  if (retryFailures !== null && retryFailures !== false)
    log('debug', '"retryFailures" has no effect: Hangar sends the request once.');
  const url = targetOf(resource, path, urlParams);
  // The query may contain credentials that no resource declares.
  const name = `${method} ${url.origin}${url.pathname}`;
  const headers = headersOf(request, resource, params);
  const answer = await sendOutbound(
    { url, method, headers, body: body?.bytes, silence: options.restSilence, signal },
    name,
  );
  if (!signal.aborted) log('info', `${name} answered ${answer.status_code}.`);
  return { name, answer, failure: failureOf(name, answer) };
}

function failureOf(name: string, { status_code: status, headers }: RestAnswer): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  const isRedirect = status >= 300 && status <= 399 && headers['location'] !== undefined;
  return `${name} answered ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`;
}

function headersOf({ body, headers = [] }: ResourceRequest, resource: TaskResource, params: JsonObject): Header[] {
  const ofResource = isJsonObject(resource['headers']) ? resource['headers'] : {};
  return [
    ...headers,
    ...basicAuth(resource),
    ...(body === undefined ? [] : [['content-type', body.type] as const]),
    ...texts(ofResource, 'headers'),
    ...texts(params['headers'] ?? null, 'headers'),
  ];
}

/** The header of a resource with a user name and a password. */
function basicAuth({ auth = null }: TaskResource): Header[] {
  if (!isJsonObject(auth) || auth['kind'] !== 'basic') return [];
  const credentials = `${textOf(auth, 'username')}:${textOf(auth, 'password')}`;
  return [['authorization', `Basic ${Buffer.from(credentials).toString('base64')}`]];
}

/** A parameter that is a text; "" for any other value. */
export function textOf(params: JsonObject, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}
