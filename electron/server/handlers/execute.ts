import type { V0 } from '../../../shared/contract/v0/index.ts';
import type { ExecuteTask } from '../../../shared/contract/v0/tasks.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { canonicalHeaders } from '../header-facts.ts';
import type { Handler } from '../handler.ts';

/** Executes a task for a program. */
export function executeTask(engine: Engine): Handler<V0['tasks']['execute']> {
  return ({ body }, context) => {
    const taskID = engine.tasks.find({ id: oneID(body, 'taskID'), slug: body.slug }, context.caller);
    const answer = engine.tasks.execute(
      {
        taskID,
        environment: context.environment(),
        paramValues: body.paramValues,
        resources: body.resources,
        ...inputsOf(body),
        allowCachedMaxAge: body.allowCachedMaxAge,
      },
      context.call,
    );
    context.concerns({ runID: answer.runID });
    return answer;
  };
}

function inputsOf({ inputsZoneID, inputsZoneToken, inputsZoneParamValuesHash }: ExecuteTask) {
  return { inputsZoneID, inputsZoneToken, inputsHash: inputsZoneParamValuesHash };
}

/** Executes a runbook for a program. */
export function executeRunbook(engine: Engine): Handler<V0['runbooks']['execute']> {
  return ({ body }, context) => {
    const runbookID = engine.runbooks.find({ id: oneID(body, 'runbookID'), slug: body.slug }, context.caller);
    const { paramValues } = body;
    const answer = engine.runbooks.execute(
      { runbookID, environment: context.environment(), paramValues },
      context.call,
    );
    context.concerns({ sessionID: answer.sessionID });
    return answer;
  };
}

/** Executes a task for whoever knows its webhook's URL (decisions `webhook-answer`, `webhook-param`). */
export function triggerWebhook(engine: Engine): Handler<V0['webhooks']['trigger']> {
  return ({ body }, context) => {
    const { taskID, slug, environment } = context.webhook;
    const webhookPayload = {
      slug,
      headers: canonicalHeaders(context.rawHeaders),
      body,
      rawBody: context.bytes.toString('base64'),
    };
    const { runID } = engine.tasks.execute(
      { taskID, environment, paramValues: {}, resources: {}, webhookPayload },
      context.call,
    );
    context.concerns({ runID });
    return { runID };
  };
}

/** The ID that `id` and its alias name (decision `id-field`). */
function oneID<Alias extends string>(
  body: { readonly id: string | undefined } & { readonly [K in Alias]: string | undefined },
  alias: Alias,
): string | undefined {
  const other: string | undefined = body[alias];
  if (body.id !== undefined && other !== undefined && body.id !== other) {
    throw new ApiError('invalid_request', `id: names another thing than ${alias}; give one of them.`);
  }
  return body.id ?? other;
}
