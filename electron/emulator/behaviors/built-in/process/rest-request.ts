import { isJsonObject, type JsonObject } from '../../../../../shared/values/json.ts';
import { shown } from '../../../../../shared/values/shown.ts';
import { sendOutbound } from './outbound-request.ts';
import type { RestAnswer } from './rest-answer.ts';
import { bodyOf, type RestBody } from './rest-body.ts';
import { targetOf, texts } from './rest-target.ts';
import { taskProgram, type TaskResource, type TaskRun } from './task.ts';

/**
 * Sends one request to a resource of kind `rest`. The output is the answer; the run fails unless its status is 2xx.
 * Does not follow redirects, so that credentials stay with the resource's server.
 * Source: docs/built-in-tasks.md, "rest_request".
 */
export const main = taskProgram(async ({ params, resource, log, setOutput, signal, options }: TaskRun) => {
  if (resource.kind !== 'rest')
    throw new Error(`a rest_request needs a resource of kind "rest"; "${resource.slug}" is of kind "${resource.kind}"`);
  const { retryFailures = null } = params;
  if (retryFailures !== null && retryFailures !== false)
    log('debug', '"retryFailures" has no effect: Hangar sends the request once.');
  const url = targetOf(resource, textOf(params, 'path'), params['urlParams'] ?? null);
  const method = methodOf(textOf(params, 'method'));
  const body = await bodyOf(params);
  const headers = headersOf(resource, params, body);
  // The query may contain credentials that no resource declares.
  const name = `${method} ${url.origin}${url.pathname}`;
  const request = { url, method, headers, body: body?.bytes, silence: options.restSilence, signal };
  const answer = await sendOutbound(request, name);
  if (signal.aborted) return;
  log('info', `${name} answered ${answer.status}.`);
  setOutput({ ...answer });
  if (answer.status < 200 || answer.status > 299) throw new Error(failureOf(name, answer));
});

function failureOf(name: string, { status, headers }: RestAnswer): string {
  const isRedirect = status >= 300 && status <= 399 && headers['location'] !== undefined;
  return `${name} answered ${status}${isRedirect ? ', a redirect, which is not followed' : ''}`;
}

function methodOf(given: string): string {
  const method = given.toUpperCase();
  if (/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method)) return method;
  throw new Error(`"method" must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, not "${shown(given, 50)}"`);
}

function headersOf(
  resource: TaskResource,
  params: JsonObject,
  body: RestBody | undefined,
): (readonly [name: string, value: string])[] {
  const ofResource = isJsonObject(resource['headers']) ? resource['headers'] : {};
  return [
    ...(body === undefined ? [] : [['content-type', body.type] as const]),
    ...texts(ofResource, 'headers'),
    ...texts(params['headers'] ?? null, 'headers'),
  ];
}

function textOf(params: JsonObject, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}
