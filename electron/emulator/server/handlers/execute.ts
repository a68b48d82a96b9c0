import type { V0 } from '../../../../shared/contract/v0/index.ts';
import type { Engine } from '../../engine/create-engine.ts';
import { bodyProblem, wrongFields } from '../../engine/definitions/field-problems.ts';
import { canonicalHeaders } from '../request/request-headers.ts';
import { withProblemFinder, type Handler } from '../http/handler.ts';

/** Executes a task. */
export function executeTask(engine: Engine): Handler<V0['tasks']['execute']> {
  return withProblemFinder<V0['tasks']['execute']>(
    ({ body }, context) => {
      const task = engine.tasks.find(namesIn(body, 'taskID'), context.caller);
      const answer = engine.tasks.execute(
        {
          task,
          environment: context.environment(),
          paramValues: body.paramValues,
          resources: body.resources,
          inputsZoneID: body.inputsZoneID,
          inputsZoneToken: body.inputsZoneToken,
          inputsHash: body.inputsZoneParamValuesHash,
          allowCachedMaxAge: body.allowCachedMaxAge,
        },
        context.call,
      );
      context.setRelatedIds({ runID: answer.runID });
      return answer;
    },
    (fields, context) => {
      if (isUnreadable(fields, 'taskID')) return [];
      const task = engine.tasks.find(namesIn(fields, 'taskID'), context.caller);
      const paramValues = 'paramValues' in fields ? (fields.paramValues ?? {}) : undefined;
      const resources = 'resources' in fields ? (fields.resources ?? {}) : undefined;
      const request = { task, environment: context.environment(), paramValues, resources };
      return engine.tasks.problems(request, context.caller);
    },
  );
}

/** Executes a runbook. */
export function executeRunbook(engine: Engine): Handler<V0['runbooks']['execute']> {
  return withProblemFinder<V0['runbooks']['execute']>(
    ({ body }, context) => {
      const runbook = engine.runbooks.find(namesIn(body, 'runbookID'), context.caller);
      const { paramValues } = body;
      const answer = engine.runbooks.execute(
        { runbook, environment: context.environment(), paramValues },
        context.call,
      );
      context.setRelatedIds({ sessionID: answer.sessionID });
      return answer;
    },
    ({ paramValues, ...fields }, context) => {
      if (isUnreadable(fields, 'runbookID')) return [];
      const runbook = engine.runbooks.find(namesIn(fields, 'runbookID'), context.caller);
      const environment = context.environment();
      return paramValues === undefined
        ? []
        : engine.runbooks.problems({ runbook, environment, paramValues }, context.caller);
    },
  );
}

/** Executes a task through its webhook URL (decisions `webhook-answer`, `webhook-param`). */
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
      { task: engine.tasks.require(taskID), environment, paramValues: {}, resources: {}, webhookPayload },
      context.call,
    );
    context.setRelatedIds({ runID });
    return { runID };
  };
}

/** Fields that name the task or runbook to execute; `Alias` is another name of `id`. */
type Naming<Alias extends string> = { readonly [Field in 'id' | 'slug' | Alias]?: string | null | undefined };

/** Returns ID (by `id` or its alias) and slug. "" and `null` count as missing (decision `id-field`). */
function namesIn<Alias extends 'taskID' | 'runbookID'>(
  fields: Naming<Alias>,
  alias: Alias,
): { id: string | undefined; slug: string | undefined } {
  const [id, other, slug] = [fields.id || undefined, fields[alias] || undefined, fields.slug || undefined];
  if (id !== undefined && other !== undefined && id !== other) {
    throw wrongFields([bodyProblem(['id'], `differs from ${alias}; send only one of them`, 'id-field')]);
  }
  return { id: id ?? other, slug };
}

/** True when a naming field could not be read and the others are empty. */
function isUnreadable<Alias extends 'taskID' | 'runbookID'>(fields: Naming<Alias>, alias: Alias): boolean {
  const names = ['id', 'slug', alias] as const;
  return names.some((name) => !(name in fields)) && names.every((name) => !fields[name]);
}
