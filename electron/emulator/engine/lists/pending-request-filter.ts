import { jsonHasWord } from '../../../../shared/model/filter.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { isHeld } from '../context/held.ts';
import { chosenTest, someHasWord, type TermTests } from './filter-tests.ts';
import { factTerms, itemFilter, type ItemTest, runTerms } from './item-filter.ts';
import type { RequestRecord } from '../context/records.ts';
import { environmentOf } from '../context/scope.ts';

type Test = ItemTest<RequestRecord>;

/** The terms of prompts, since the inbox has one filter for both. */
const TERMS: TermTests<'prompt', Test> = {
  ...factTerms<RequestRecord>((request) => request),
  ...runTerms<RequestRecord>((request, { state }) => ({
    ...request,
    sessionID: state.get('run', request.runID)?.sessionID ?? '',
  })),
  is: (value) => chosenTest(KINDS, value),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  approval: () => true,
  held: (request, { state }) => isHeld(state, request),
  automatic: (request, { answers, state }) => answers.to(request)?.problem === null && !isHeld(state, request),
  refused: (request, { answers }) => (answers.to(request)?.problem ?? null) !== null,
};

/** Returns the test of a filter of pending requests. Throws 400 for an invalid filter. */
export function pendingRequestFilter(text: string, context: EngineContext): (request: RequestRecord) => boolean {
  return itemFilter('prompt', text, { context, terms: TERMS, hasText: requestHasWord });
}

/** True when a request, or the names and values of its task, contain a word. */
function requestHasWord(context: EngineContext, request: RequestRecord, word: string): boolean {
  const { id, runID, taskID, taskSlug, name, reason, paramValues, environmentID } = request;
  const environment = environmentOf(context, environmentID).slug;
  if (someHasWord([id, runID, taskID, taskSlug, name, reason, environment], word)) return true;
  return jsonHasWord(paramValues, word);
}
