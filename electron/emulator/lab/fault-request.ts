import type { Operation } from '../../../shared/registry/operations.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/values/json.ts';
import type { EnvironmentDefinition, RunbookDefinition, TaskDefinition } from '../engine/definitions/definitions.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { RunRecord } from '../engine/context/records.ts';
import { taskIdOfTrigger } from '../engine/prompts/requests.ts';
import type { State } from '../engine/context/state-port.ts';
import type { NamedFact, SubjectFacts } from './match.ts';

/** A request after authentication, before it is processed. */
export interface FaultRequest {
  readonly operation: Operation;
  /** The API key; "" for none. */
  readonly apiKey: string;
  readonly idempotencyKey: string;
  /** Values by header name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed body, or the query; `null` when it cannot be parsed. */
  readonly request: Json;
  /** Environment to execute in; `undefined` when the request names an unknown one. */
  readonly environment: () => EnvironmentDefinition | undefined;
  /** Task of the called webhook. */
  readonly webhookTask: string | undefined;
  /** The run whose key was sent; "" for another key. */
  readonly callingRun: string;
}

/** The part of a request that determines its subject. */
export type RequestFacts = Pick<FaultRequest, 'operation' | 'request' | 'environment' | 'webhookTask' | 'callingRun'>;

/** The subject of a request: its definitions and its run. */
export interface RequestTarget extends SubjectFacts {
  /** The run, named by ID or through a prompt; "" for none. */
  readonly runID: string;
}

/** Access to the definitions and the state. */
export interface SubjectSources {
  readonly engine: Pick<Engine, 'definitions'>;
  readonly state: Pick<State, 'get'>;
}

type Find = (request: JsonObject, whole: RequestFacts, sources: SubjectSources) => RequestTarget;

const NOTHING: RequestTarget = { task: undefined, runbook: undefined, environment: undefined, runID: '' };

const none: Find = () => NOTHING;
const runBy =
  (field: string): Find =>
  (request, _, sources) =>
    ofRun(sources, text(request, field));
const byPrompt: Find = (request, _, sources) =>
  ofRun(sources, sources.state.get('prompt', text(request, 'id'))?.runID ?? '');
const executesTask: Find = (request, { environment }, { engine }) => ({
  ...NOTHING,
  task: byIdOrSlug(engine.definitions().tasks, request, 'taskID'),
  environment: environment(),
});
/** The calling run, for requests that name nothing else. */
const byCaller: Find = (_, { callingRun }, sources) => ofRun(sources, callingRun);

/** Finds the subject of a request, by operation. To add an operation, add an entry. */
const SUBJECTS: Readonly<Record<Operation, Find>> = {
  'tasks/execute': executesTask,
  'runs/create': executesTask,
  'runbooks/execute': (request, { environment }, { engine }) => ({
    ...NOTHING,
    runbook: byIdOrSlug(engine.definitions().runbooks, request, 'runbookID'),
    environment: environment(),
  }),
  webhook: (_, { environment, webhookTask = '' }, { engine }) => ({
    ...NOTHING,
    task: engine.definitions().tasks.byId(webhookTask),
    environment: environment(),
  }),
  'runs/get': runBy('id'),
  'runs/getLogs': runBy('runID'),
  'runs/getOutputs': runBy('id'),
  'runs/cancel': runBy('runID'),
  'runs/list': (request, _, { engine }) => {
    const { tasks } = engine.definitions();
    return { ...NOTHING, task: tasks.byId(text(request, 'taskID')) ?? tasks.bySlug(text(request, 'taskSlug')) };
  },
  'prompts/get': byPrompt,
  'prompts/list': runBy('runID'),
  'prompts/cancel': byPrompt,
  'prompts/submit': byPrompt,
  'resources/create': none,
  'resources/update': none,
  'sessions/get': (request, _, sources) => ofSession(sources, text(request, 'id')),
  'sessions/list': (request, _, { engine }) => ({
    ...NOTHING,
    runbook: engine.definitions().runbooks.byId(text(request, 'runbookID')),
  }),
  'prompts/create': byCaller,
  'displays/create': byCaller,
  'sleeps/create': byCaller,
  'sleeps/get': byCaller,
  'uploads/create': byCaller,
  'users/get': byCaller,
  'oidc/generateIDToken': byCaller,
  'tasks/getTaskReviewers': (request, { callingRun }, sources) => ({
    ...ofRun(sources, callingRun),
    task: sources.engine.definitions().tasks.bySlug(text(request, 'taskSlug')),
  }),
  'requests/create': (request, { callingRun }, sources) => ({
    ...ofRun(sources, callingRun),
    task: sources.engine.definitions().tasks.byId(taskIdOfTrigger(text(request, 'triggerID'))),
  }),
  'requests/get': (request, { callingRun }, sources) => {
    const { taskID, taskSlug } = sources.state.get('request', text(request, 'triggerRequestID')) ?? NO_REQUEST;
    const task = sources.engine.definitions().tasks.byId(taskID) ?? { id: taskID, slug: taskSlug };
    return { ...ofRun(sources, callingRun), task: taskID === '' ? undefined : task };
  },
};

const NO_REQUEST = { taskID: '', taskSlug: '' };

/** Finds the subject of a request. Malformed and unknown parts are `undefined`. */
export function subjectOf(request: RequestFacts, sources: SubjectSources): RequestTarget {
  const fields = isJsonObject(request.request) ? request.request : {};
  return SUBJECTS[request.operation](fields, request, sources);
}

function byIdOrSlug<T extends TaskDefinition | RunbookDefinition>(
  catalogue: { readonly byId: (id: string) => T | undefined; readonly bySlug: (slug: string) => T | undefined },
  request: JsonObject,
  alias: string,
): NamedFact | undefined {
  return catalogue.byId(text(request, 'id') || text(request, alias)) ?? catalogue.bySlug(text(request, 'slug'));
}

function text(request: JsonObject, field: string): string {
  const value = Object.hasOwn(request, field) ? request[field] : undefined;
  return typeof value === 'string' ? value : '';
}

function ofRun(sources: SubjectSources, id: string): RequestTarget {
  const run = id === '' ? undefined : sources.state.get('run', id);
  if (run === undefined) return { ...NOTHING, runID: id };
  const { environments, tasks } = sources.engine.definitions();
  const session = run.sessionID === '' ? NOTHING : ofSession(sources, run.sessionID);
  const task = tasks.byId(run.taskID) ?? taskOf(run);
  return { task, runbook: session.runbook, environment: environments.byId(run.environmentID), runID: id };
}

/** The task of a run, with its slug at that time; none for the run of a prompt block. */
function taskOf({ taskID, taskSlug }: RunRecord): NamedFact | undefined {
  return taskID === '' ? undefined : { id: taskID, slug: taskSlug };
}

function ofSession({ engine, state }: SubjectSources, id: string): RequestTarget {
  const session = id === '' ? undefined : state.get('session', id);
  if (session === undefined) return NOTHING;
  const { environments, runbooks } = engine.definitions();
  const runbook = runbooks.byId(session.runbookID) ?? { id: session.runbookID, slug: session.runbookSlug };
  return { ...NOTHING, runbook, environment: environments.byId(session.environmentID) };
}
