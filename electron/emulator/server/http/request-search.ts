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
import { epochMilliseconds } from '../../../../shared/values/timestamp.ts';
import { parameterTest } from '../../engine/lists/filter-tests.ts';
import type { Engine } from '../../engine/create-engine.ts';
import type { CapturedBody, LoggedExchange } from './logged-exchange.ts';
import type { TrafficLog } from './traffic-log.ts';
import type { RequestMatcher } from './traffic-selection.ts';

/** The context of a search in the traffic log. */
interface SearchContext {
  readonly engine: Pick<Engine, 'runs' | 'sessions' | 'time' | 'definitions'>;
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
  task({ row: { runID } }, value, { engine }) {
    const run = engine.runs.find(runID);
    return run !== undefined && [run.taskID, run.taskSlug, run.name].some((text) => hasWord(text, value));
  },
  env({ row: { runID } }, value, { engine }) {
    const id = engine.runs.find(runID)?.environmentID;
    if (id === undefined) return false;
    return [id, engine.definitions().environments.byId(id)?.slug ?? id].some((text) => isWord(text, value));
  },
};

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
