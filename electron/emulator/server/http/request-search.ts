import { ApiError } from '../../../../shared/http/errors.ts';
import type { TrafficRow } from '../../../../shared/contract/emulator/rows.ts';
import { type FilterWord, hasWord, isWord } from '../../../../shared/model/filter.ts';
import { PARAMETER } from '../../../../shared/model/filter-terms.ts';
import { readFilter } from '../../../../shared/model/read-filter.ts';
import {
  type DeepTerm,
  type FilteredRequest,
  REQUEST_TESTS,
  requestHasWord,
  type RequestTest,
} from '../../../../shared/model/request-filter.ts';
import type { Json } from '../../../../shared/values/json.ts';
import { epochMilliseconds } from '../../../../shared/values/timestamp.ts';
import { parameterTest } from '../../engine/lists/filter-tests.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { Lab } from '../../lab/lab.ts';
import type { NamedFact } from '../../lab/match.ts';
import { parseJson } from '../request/parse-json.ts';
import { parseQuery } from '../request/target.ts';
import { limitsOf } from './body-value.ts';
import type { CapturedBody, LoggedExchange } from './logged-exchange.ts';
import { operationOf } from './operation-of.ts';
import type { TrafficLog } from './traffic-log.ts';
import type { RequestMatcher } from './traffic-selection.ts';

/** The context of a search in the traffic log. */
export interface SearchContext {
  readonly engine: Pick<Engine, 'runs' | 'sessions' | 'time' | 'definitions'>;
  readonly lab: Pick<Lab, 'subjectOf'>;
  readonly traffic: Pick<TrafficLog, 'row' | 'read'>;
}

/** A logged request with its row. */
interface SearchedRequest extends FilteredRequest {
  readonly logged: LoggedExchange;
  readonly row: TrafficRow;
}

/** Returns the test of a filter of requests; `undefined` for an empty one. Throws 400 for an invalid one. */
export function requestMatcher(text: string | undefined, context: SearchContext): RequestMatcher | undefined {
  const words = readFilter('request', text ?? '');
  if (words.length === 0) return undefined;
  const now = epochMilliseconds(context.engine.time.now());
  return (logged) => {
    const request = { logged, row: context.traffic.row(logged), atMilliseconds: epochMilliseconds(logged.at) };
    // Tests on the row are fast, and come first.
    const later: FilterWord[] = [];
    for (const word of words) {
      const isMet = rowTest(word)(request, word.value, now);
      if (isMet === undefined) later.push(word);
      else if (isMet === word.isNot) return false;
    }
    return later.every((word) => isMetInside(request, word, context) !== word.isNot);
  };
}

/** Returns the test of a word on the row; its result is `undefined` when the row is not enough. */
function rowTest({ name }: FilterWord): (...given: Parameters<RequestTest>) => boolean | undefined {
  if (name === '') return (request, value) => requestHasWord(request, value) || undefined;
  return isRowTerm(name) ? REQUEST_TESTS[name] : () => undefined;
}

function isRowTerm(name: string): name is keyof typeof REQUEST_TESTS {
  return Object.hasOwn(REQUEST_TESTS, name);
}

type DeepTest = (request: SearchedRequest, value: string, context: SearchContext) => boolean;

const DEEP_TESTS: Readonly<Record<Exclude<DeepTerm, 'param'>, DeepTest>> = {
  body: bodiesHaveWord,
  task: (request, value, context) => taskNames(request, context).some((text) => hasWord(text, value)),
  env({ row: { runID } }, value, { engine }) {
    const id = engine.runs.find(runID)?.environmentID;
    if (id === undefined) return false;
    return [id, engine.definitions().environments.byId(id)?.slug ?? id].some((text) => isWord(text, value));
  },
};

/** The names of the task of a request's run, else of the task that the request names, as a refused one does. */
function taskNames({ row, logged }: SearchedRequest, { engine, lab }: SearchContext): readonly string[] {
  const run = engine.runs.find(row.runID);
  if (run !== undefined) return [run.taskID, run.taskSlug, run.name];
  const task = taskOfRequest(logged, lab);
  if (task !== undefined) return [task.id, task.slug, engine.definitions().tasks.byId(task.id)?.name ?? ''];
  return row.subject !== undefined && logged.path.endsWith('/tasks/execute') ? [row.subject.slug] : [];
}

function isMetInside(request: SearchedRequest, { name, value }: FilterWord, context: SearchContext) {
  if (name.startsWith(PARAMETER))
    return concernsValue(request, parameterTest(name.slice(PARAMETER.length), value), context);
  return DEEP_TESTS[name === 'task' || name === 'env' ? name : 'body'](request, value, context);
}

/** True when the run or session that a request made or concerns has such a value. */
function concernsValue(
  { row: { runID, sessionID } }: SearchedRequest,
  isMet: ReturnType<typeof parameterTest>,
  { engine }: SearchContext,
): boolean {
  return [engine.runs.find(runID), engine.sessions.find(sessionID)].some(
    (one) => one !== undefined && isMet(one.paramValues),
  );
}

/** True when a shown body contains a word. Masked secrets are never found. */
function bodiesHaveWord({ logged }: SearchedRequest, word: string, { traffic }: SearchContext): boolean {
  const isCandidate = bodyHasWord(logged.request, word);
  if (!isCandidate && !bodyHasWord(logged.answer, word)) return false;
  const { request, answer } = traffic.read(logged);
  return [request, answer].some(({ body, encoding }) => encoding === 'utf8' && hasWord(body, word));
}

function bodyHasWord({ part }: CapturedBody, word: string): boolean {
  if (part.length < word.length) return false;
  if (typeof part === 'string') return hasWord(part, word);
  return hasWord(Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8'), word);
}

/** The task that a logged request names or concerns, with or without a run; `undefined` for none that there is. */
export function taskOfRequest(logged: LoggedExchange, lab: SearchContext['lab']): NamedFact | undefined {
  const operation = logged.endpoint && operationOf(logged.endpoint);
  if (operation === undefined) return undefined;
  return lab.subjectOf({
    ...{ operation, request: requestOf(logged), webhookTask: logged.webhook?.taskID, callingRun: logged.runID },
    environment: () => undefined,
  }).task;
}

/** Maximum size of a body that is parsed to find the task of a request, in bytes. */
const LONGEST_BODY = 256 * 1024;

/** The parsed body or query of a request; null when it is not valid or too long. */
function requestOf({ endpoint, search, request: { part, size } }: LoggedExchange): Json {
  if (endpoint?.body === undefined) return parseQuery(search).given;
  if (size > LONGEST_BODY || endpoint.access === 'webhook') return null;
  try {
    return parseJson(Buffer.from(part), limitsOf(endpoint)) ?? null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
