import { promptParameterView } from '../../../../shared/model/answers.ts';
import { checkValues } from '../../../../shared/model/parameter-values.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import { creatorCaller } from '../access/access.ts';
import { findTaskBlueprint, requireRun, type EngineContext } from '../context/engine-context.ts';
import type { PromptRecord, RequestRecord, RunRecord, SessionRecord } from '../context/records.ts';
import { scopeOf } from '../runs/run-scope.ts';
import { codeValues, environmentOf, valuesContext } from '../context/scope.ts';

/** A definition by its ID and slug. */
interface Named {
  readonly id: string;
  readonly slug: string;
}

/** The definitions behind a prompt or a request for approval, for the rules that match them. */
export interface AnswerSubject {
  /** Task of a prompt's run, `undefined` for a prompt block; the requested task. */
  readonly task: Named | undefined;
  /** Runbook of the run's session. */
  readonly runbook: Named | undefined;
  readonly environment: Named;
  /** Values for expressions: `params`, `prompt` or `request`, `run` and `env` (lab, "Automatic answers"). */
  readonly scope: () => Readonly<Record<string, unknown>>;
}

/** The subject of a prompt. Throws 404 when its run is gone. */
export function promptSubject(context: EngineContext, prompt: PromptRecord): AnswerSubject {
  const run = requireRun(context, prompt.runID);
  const session = sessionOf(context, run);
  return {
    task: run.taskID === '' ? undefined : taskNamed(context, run),
    runbook: runbookNamed(context, session),
    environment: environmentNamed(context, run),
    scope: () => scopeOfPrompt(context, { prompt, run, session }),
  };
}

/** The subject of a request for approval. Its run may be gone. */
export function requestSubject(context: EngineContext, request: RequestRecord): AnswerSubject {
  const run = context.state.get('run', request.runID);
  return {
    task: taskNamed(context, request),
    runbook: runbookNamed(context, sessionOf(context, run)),
    environment: environmentNamed(context, request),
    scope: () => scopeOfRequest(context, request, run),
  };
}

function sessionOf(context: EngineContext, run: RunRecord | undefined): SessionRecord | undefined {
  return run === undefined || run.sessionID === '' ? undefined : context.state.get('session', run.sessionID);
}

function taskNamed(context: EngineContext, { taskID, taskSlug }: Pick<RunRecord, 'taskID' | 'taskSlug'>): Named {
  return { id: taskID, slug: context.definitions().tasks.byId(taskID)?.slug ?? taskSlug };
}

function runbookNamed(context: EngineContext, session: SessionRecord | undefined): Named | undefined {
  return (
    session && {
      id: session.runbookID,
      slug: context.definitions().runbooks.byId(session.runbookID)?.slug ?? session.runbookSlug,
    }
  );
}

function environmentNamed(context: EngineContext, { environmentID }: Pick<RunRecord, 'environmentID'>): Named {
  const { id, slug } = environmentOf(context, environmentID);
  return { id, slug };
}

interface PromptOfRun {
  readonly prompt: PromptRecord;
  readonly run: RunRecord;
  readonly session: SessionRecord | undefined;
}

function scopeOfPrompt(
  context: EngineContext,
  { prompt, run, session }: PromptOfRun,
): Readonly<Record<string, unknown>> {
  const scope = scopeOf(context, run, findTaskBlueprint(context, run.blueprintID)?.parameters ?? []);
  return {
    params: run.blueprintID === '' && session !== undefined ? sessionValues(context, session) : scope.params,
    prompt: { description: prompt.description, parameters: prompt.parameters.map(promptParameterView) },
    run: scope.run,
    env: scope.env,
  };
}

function sessionValues(context: EngineContext, session: SessionRecord): JsonObject {
  const blueprint = context.state.get('blueprint', session.blueprintID);
  const environment = environmentOf(context, session.environmentID);
  return codeValues(context, environment, blueprint?.definition.parameters ?? [], session.paramValues);
}

function scopeOfRequest(
  context: EngineContext,
  request: RequestRecord,
  run: RunRecord | undefined,
): Readonly<Record<string, unknown>> {
  const { id, reason, taskID, environmentID, paramValues } = request;
  const environment = environmentOf(context, environmentID);
  const values = valuesContext(context, environment, creatorCaller(context.definitions(), request));
  const parameters = context.definitions().tasks.byId(taskID)?.parameters ?? [];
  // The values that the run of an approval would get.
  const checked = checkValues(parameters, paramValues, values).values;
  return {
    params: codeValues(context, environment, parameters, checked),
    request: { id, reason },
    run: run === undefined ? null : scopeOf(context, run, []).run,
    env: values.scope.env,
  };
}
