import { definedFields } from '../../../../../shared/values/objects.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../../shared/values/json.ts';
import { quoteForMessage } from '../../../../../shared/values/messages.ts';
import { sendToResource, textOf } from './resource-request.ts';
import { encoded } from './rest-parameters.ts';
import { taskProgram } from './task.ts';

/** Both media types of GraphQL over HTTP; servers without the first send the second. */
const ACCEPT = ['accept', 'application/graphql-response+json, application/json'] as const;

/**
 * Sends a GraphQL operation to a resource of kind `graphql` or `rest`. The output is `{ data, errors }` of the answer. The run fails
 * for errors and unless the status is 2xx, with the answer as its output. Source: docs/built-in-tasks.md, "graphql_request".
 */
export const main = taskProgram(async (run) => {
  const { signal, setOutput } = run;
  const body = encoded('application/json', JSON.stringify(operationOf(run.params)));
  const request = { task: 'graphql_request', kinds: ['graphql', 'rest'], method: 'POST', path: '', body };
  const { name, answer, failure } = await sendToResource(run, { ...request, headers: [ACCEPT] });
  if (signal.aborted) return;
  const result = resultOf(answer.response);
  setOutput(result ?? { ...answer });
  if (failure !== undefined) throw new Error(failure);
  if (result === undefined)
    throw new Error(
      `${name} answered neither "data" nor "errors"; is the base URL of the resource that of a GraphQL API?`,
    );
  const { errors = null } = result;
  if (Array.isArray(errors) && errors.length > 0)
    throw new Error(`${name} answered with errors: ${messagesOf(errors)}`);
});

function operationOf(params: JsonObject): JsonObject {
  const query = textOf(params, 'operation');
  if (query.trim() === '') throw new Error('"operation" must be a GraphQL operation, such as "{ orders { id } }"');
  const { variables = null } = params;
  if (variables !== null && !isJsonObject(variables)) throw new Error('"variables" must be an object');
  return variables === null ? { query } : { query, variables };
}

/** The fields of an answer of GraphQL; `undefined` for any other answer. */
function resultOf(response: Json): JsonObject | undefined {
  if (!isJsonObject(response)) return undefined;
  const { data, errors } = response;
  return data === undefined && errors === undefined ? undefined : definedFields({ data, errors });
}

function messagesOf(errors: readonly Json[]): string {
  const messages = errors.map(
    (error) => (isJsonObject(error) ? textOf(error, 'message') : '') || JSON.stringify(error),
  );
  return quoteForMessage(messages.join('; '), 1000);
}
