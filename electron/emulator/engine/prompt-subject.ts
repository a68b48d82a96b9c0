import { promptParameterView } from '../../../shared/model/answers.ts';
import type { JsonObject } from '../../../shared/values/json.ts';
import { findTaskBlueprint, requireRun, type EngineContext } from './engine-context.ts';
import type { PromptRecord, RunRecord, SessionRecord } from './records.ts';
import { codeValues, environmentOf, scopeOf } from './scope.ts';

/** A definition by its ID and slug. */
interface Named {
  readonly id: string;
  readonly slug: string;
}

/** The definitions that a prompt is about. */
export interface PromptSubject {
  /** Task of the run; `undefined` for a prompt block. */
  readonly task: Named | undefined;
  /** Runbook of the run's session. */
  readonly runbook: Named | undefined;
  readonly environment: Named;
  /** Values for expressions: `params`, `prompt`, `run` and `env` (lab, "Automatic answers"). */
  readonly scope: () => Readonly<Record<string, unknown>>;
}

/** The subject of a prompt. Throws 404 when its run is gone. */
export function promptSubject(context: EngineContext, prompt: PromptRecord): PromptSubject {
  const run = requireRun(context, prompt.runID);
  const session = run.sessionID === '' ? undefined : context.state.get('session', run.sessionID);
  const { tasks, runbooks } = context.definitions();
  const { id, slug } = environmentOf(context, run.environmentID);
  return {
    task: run.taskID === '' ? undefined : { id: run.taskID, slug: tasks.byId(run.taskID)?.slug ?? run.taskSlug },
    runbook: session && {
      id: session.runbookID,
      slug: runbooks.byId(session.runbookID)?.slug ?? session.runbookSlug,
    },
    environment: { id, slug },
    scope: () => scopeOfPrompt(context, { prompt, run, session }),
  };
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
