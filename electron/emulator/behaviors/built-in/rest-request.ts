import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isJsonObject, type JsonObject } from '../../../../shared/values/json.ts';
import { messageOf } from '../../../../shared/values/message-of.ts';
import type { ResourceInScope, RunContext } from '../../engine/behavior-port.ts';
import { readAnswer, type RestAnswer } from './rest-answer.ts';
import { bodyOf, type RestBody } from './rest-body.ts';
import { targetOf, texts } from './rest-target.ts';

/** Headers that Hangar sets from the body and the connection. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'host', 'transfer-encoding', 'upgrade', 'expect']);

/**
 * Sends one request to a resource of kind `rest`. The output is the answer; the run fails unless its status is 2xx.
 * Does not follow redirects, so that credentials stay with the resource's server.
 * Source: docs/built-in-tasks.md, "rest_request".
 * @param silence milliseconds without a byte of the answer after which the run fails
 */
export async function restRequest(run: RunContext, resource: ResourceInScope, silence: number): Promise<void> {
  const { params } = run.scope;
  if (resource.kind !== 'rest')
    throw new Error(`a rest_request needs a resource of kind "rest"; "${resource.slug}" is of kind "${resource.kind}"`);
  if (params['retryFailures'] !== null && params['retryFailures'] !== false)
    run.log('debug', '"retryFailures" has no effect: Hangar sends the request once.');
  const url = targetOf(resource, textOf(params, 'path'), params['urlParams'] ?? null);
  const method = methodOf(textOf(params, 'method'));
  const body = await bodyOf(params);
  const headers = headersOf(resource, params, body);
  // The query may contain credentials that no resource declares.
  const name = `${method} ${url.origin}${url.pathname}`;
  const answer = await send({ url, method, headers, body, silence, signal: run.signal }, name);
  if (run.signal.aborted) return;
  run.log('info', `${name} answered ${answer.status}.`);
  run.setOutput({ ...answer });
  if (answer.status < 200 || answer.status > 299) throw new Error(failureOf(name, answer));
}

function failureOf(name: string, { status, headers }: RestAnswer): string {
  const isRedirect = status >= 300 && status <= 399 && headers['location'] !== undefined;
  return `${name} answered ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`;
}

function methodOf(given: string): string {
  const method = given.toUpperCase();
  if (/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method)) return method;
  throw new Error(`"method" must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, not "${given.slice(0, 50)}"`);
}

function headersOf(resource: ResourceInScope, params: JsonObject, body: RestBody | undefined): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': 'hangar', 'accept-encoding': 'gzip, deflate, br' };
  if (body !== undefined) headers['content-type'] = body.type;
  const ofResource = isJsonObject(resource['headers']) ? resource['headers'] : {};
  for (const [name, value] of [...texts(ofResource, 'headers'), ...texts(params['headers'] ?? null, 'headers')])
    if (!OWN_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  if (body !== undefined) headers['content-length'] = String(body.bytes.length);
  return headers;
}

interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: RestBody | undefined;
  readonly silence: number;
  readonly signal: AbortSignal;
}

/** @param name the request in the message of a failure */
async function send({ url, method, headers, body, silence, signal }: Sent, name: string): Promise<RestAnswer> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const late = { isSilent: false };
  try {
    // Without keep-alive: the server may have closed a kept connection.
    const request = open(url, { method, headers, signal, agent: false });
    request.setTimeout(silence, () => {
      late.isSilent = true;
      request.destroy();
    });
    const answered = answerTo(request);
    request.end(body?.bytes);
    return await readAnswer(await answered);
  } catch (error) {
    const reason = late.isSilent ? `the server sent nothing for ${silence / 1000} s` : reasonOf(error);
    throw new Error(`${name} failed: ${reason}`, { cause: error });
  }
}

/** The message of an error. An error of several addresses has only a code. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return messageOf(error) || code || 'the connection failed';
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Errors after the answer has begun reject its stream, too; this listener keeps them from being uncaught.
    request.on('error', reject);
  });
}

function textOf(params: JsonObject, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}
