import { hasWord, jsonHasWord } from '../../../../shared/model/filter.ts';
import { TERMINAL_SESSION_STATUSES } from '../../../../shared/model/status.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { chosenTest, durationTest, someHasWord, statusTest, type TermTests } from './filter-tests.ts';
import { factTerms, itemFilter, type ItemTest } from './item-filter.ts';
import type { SessionRecord } from '../context/records.ts';
import { runHasWord } from './run-filter.ts';
import { environmentOf } from '../context/scope.ts';

type Test = ItemTest<SessionRecord>;

const TERMS: TermTests<'session', Test> = {
  ...factTerms<SessionRecord>((session) => session),
  status: (value) => {
    const isWanted = statusTest(value);
    return ({ status }) => isWanted(status);
  },
  runbook:
    (value) =>
    ({ runbookID, runbookSlug, name }) =>
      someHasWord([runbookID, runbookSlug, name], value),
  task:
    (value) =>
    ({ id }, { state }) => {
      for (const run of state.runs({ sessionID: id }))
        if (someHasWord([run.taskID, run.taskSlug, run.name], value)) return true;
      return false;
    },
  run:
    (value) =>
    ({ blocks }) =>
      blocks.some(({ runID }) => hasWord(runID, value)),
  is: (value) => chosenTest(KINDS, value),
  took: (value) => {
    const isMet = durationTest(value);
    return (session, { time }) => isMet((isEnded(session) ? session.updatedAt : time.now()) - session.createdAt);
  },
  error:
    (value) =>
    ({ failure }) =>
      hasWord(failure, value),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  waiting: ({ status }) => status === 'Waiting',
  ended: isEnded,
  child: ({ parentID }) => parentID !== '',
  held: ({ held }) => held === true,
};

function isEnded({ status }: SessionRecord): boolean {
  return TERMINAL_SESSION_STATUSES.has(status);
}

/** Returns the test of a filter of sessions. Throws 400 for an invalid filter. */
export function sessionFilter(text: string, context: EngineContext): (session: SessionRecord) => boolean {
  return itemFilter('session', text, { context, terms: TERMS, hasText: sessionHasWord });
}

/** True when a session, its values and results, or one of its runs contain a word. */
function sessionHasWord(context: EngineContext, session: SessionRecord, word: string): boolean {
  const { id, name, runbookSlug, failure, environmentID, origin, paramValues, blocks } = session;
  const environment = environmentOf(context, environmentID).slug;
  const texts = [id, name, runbookSlug, failure, environment, origin.kind, origin.webhook];
  if (someHasWord(texts, word) || jsonHasWord(paramValues, word)) return true;
  if (blocks.some((block) => someHasWord([block.slug, block.name], word) || jsonHasWord(block.result, word)))
    return true;
  for (const run of context.state.runs({ sessionID: id })) {
    if (runHasWord(context, run, word)) return true;
  }
  return false;
}
