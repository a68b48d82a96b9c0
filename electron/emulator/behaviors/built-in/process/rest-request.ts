import { quoteForMessage } from '../../../../../shared/values/messages.ts';
import { sendToResource, textOf } from './resource-request.ts';
import { bodyOf } from './rest-parameters.ts';
import { taskProgram } from './task.ts';

/**
 * Sends one request to a resource of kind `rest`. The output is the answer; the run fails unless its status is 2xx.
 * Source: docs/built-in-tasks.md, "rest_request".
 */
export const main = taskProgram(async (run) => {
  const { params, signal, setOutput } = run;
  const request = {
    method: methodOf(textOf(params, 'method')),
    path: textOf(params, 'path'),
    body: await bodyOf(params),
  };
  const { answer, failure } = await sendToResource(run, { task: 'rest_request', kinds: ['rest'], ...request });
  if (signal.aborted) return;
  setOutput({ ...answer });
  if (failure !== undefined) throw new Error(failure);
});

function methodOf(given: string): string {
  const method = given.toUpperCase();
  if (/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method)) return method;
  throw new Error(
    `"method" must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, not "${quoteForMessage(given, 50)}"`,
  );
}
