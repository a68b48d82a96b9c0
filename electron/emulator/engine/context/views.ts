import type { PromptAnswer } from '../../../../shared/contract/emulator/rows.ts';
import { parameterView, promptParameterView, type ParameterView } from '../../../../shared/model/answers.ts';
import { withoutCredentials } from '../../../../shared/model/mask-json.ts';
import { isJsonObject, type Json } from '../../../../shared/values/json.ts';
import type { Prompt } from '../../../../shared/model/prompt.ts';
import type { Run } from '../../../../shared/model/run.ts';
import type { Session } from '../../../../shared/model/session.ts';
import { formatTimestamp, type Micros } from '../../../../shared/values/timestamp.ts';
import { TEAM_ID } from '../definitions/definitions.ts';
import type { Blueprint, PromptRecord, RunRecord, SessionRecord } from './records.ts';
import type { EngineContext } from './engine-context.ts';

/** Formats a time; null for none (decision `empty-value`). */
export function momentView(at: Micros | null): string | null {
  return at === null ? null : formatTimestamp(at);
}

/** The automatic answer of a prompt or request; null when it was answered otherwise. */
export function givenAnswer(rule: string | undefined, at: Micros): PromptAnswer | null {
  return rule === undefined ? null : { rule, dueAt: formatTimestamp(at), problem: null };
}

/** A run as `/v0` returns it (service API, "Run"). */
export function runView(context: EngineContext, run: RunRecord): Run {
  return {
    id: run.id,
    taskID: run.taskID,
    sessionID: run.sessionID,
    teamID: TEAM_ID,
    createdAt: formatTimestamp(run.createdAt),
    createdBy: run.createdBy,
    activeAt: momentView(run.activeAt),
    succeededAt: momentView(run.succeededAt),
    failedAt: momentView(run.failedAt),
    cancelledAt: momentView(run.cancelledAt),
    cancelledBy: run.cancelledBy,
    childRunIDs: [...run.childRunIDs],
    status: run.status,
    paramValues: run.paramValues,
    params: paramsOf(context, run.blueprintID),
    isPrivate: run.isPrivate,
    permissions: run.isPrivate ? [...run.permissions] : [],
    resources: run.resources,
    constraints: { labels: [...run.labels] },
    runtime: run.runtime,
    timeout: run.timeout,
    inputsZoneID: run.inputsZoneID,
    inputsZoneToken: run.inputsZoneToken,
    zoneID: null,
  };
}

/** A run as it is shown to people: `/v0` gives programs the values as they are, here the credentials in `headers` are masked. */
export function shownRun(context: EngineContext, run: RunRecord): Run {
  return { ...runView(context, run), paramValues: withoutCredentials(run.paramValues) };
}

const params = new WeakMap<Blueprint, ParameterView[]>();

/** The parameters of the definition that a run or session started from; none for a prompt block. */
function paramsOf(context: EngineContext, blueprintID: string): ParameterView[] {
  const blueprint = blueprintID === '' ? undefined : context.state.get('blueprint', blueprintID);
  if (blueprint === undefined) return [];
  const known = params.get(blueprint) ?? blueprint.definition.parameters.map(parameterView);
  params.set(blueprint, known);
  return known;
}

/** The output of a run as `/v0` returns it: an object, or any value (decision `outputs`). */
export function outputView(context: EngineContext, run: RunRecord): Json {
  const { output, failure } = run;
  if (output === undefined) return run.status === 'Failed' ? { error: failure } : {};
  if (isJsonObject(output)) return output;
  return context.definitions().outputs === 'any' ? output : { output };
}

/** A session as `/v0` returns it (service API, "Session"). */
export function sessionView(context: EngineContext, session: SessionRecord): Session {
  return {
    id: session.id,
    name: session.name,
    runbookID: session.runbookID,
    teamID: TEAM_ID,
    createdAt: formatTimestamp(session.createdAt),
    createdBy: session.createdBy,
    updatedAt: formatTimestamp(session.updatedAt),
    updatedBy: session.updatedBy,
    isPrivate: session.isPrivate,
    paramValues: session.paramValues,
    params: paramsOf(context, session.blueprintID),
    permissions: session.isPrivate ? [...session.permissions] : [],
    status: session.status,
  };
}

/** A prompt as `/v0` returns it (service API, "Prompt"). */
export function promptView(context: EngineContext, prompt: PromptRecord): Prompt {
  const run = context.state.get('run', prompt.runID);
  const { id, runID, description, confirmText, cancelText, submittedBy, cancelledBy, reviewers, values } = prompt;
  return {
    id,
    runID,
    description,
    confirmText,
    cancelText,
    createdAt: formatTimestamp(prompt.createdAt),
    submittedAt: momentView(prompt.submittedAt),
    submittedBy,
    cancelledAt: momentView(prompt.cancelledAt),
    cancelledBy,
    reviewers,
    schema: { parameters: prompt.parameters.map(promptParameterView) },
    values,
    zoneID: run?.inputsZoneID ?? '',
    zoneToken: run?.inputsZoneToken ?? '',
  };
}
