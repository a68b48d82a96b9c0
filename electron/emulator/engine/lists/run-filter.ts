import { hasWord, jsonHasWord, valueTest } from '../../../../shared/model/filter.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { chosenTest, durationTest, someHasWord, statusTest, type TermTests } from './filter-tests.ts';
import { factTerms, itemFilter, type ItemTest } from './item-filter.ts';
import type { RunRecord } from '../context/records.ts';
import { endOf, isFinished } from '../runs/run-machine.ts';
import { environmentOf } from '../context/scope.ts';

type Test = ItemTest<RunRecord>;

const TERMS: TermTests<'run', Test> = {
  ...factTerms<RunRecord>((run) => run),
  status: (value) => {
    const isWanted = statusTest(value);
    return ({ status }) => isWanted(status);
  },
  task:
    (value) =>
    ({ taskID, taskSlug, name }) =>
      someHasWord([taskID, taskSlug, name], value),
  session:
    (value) =>
    ({ sessionID }) =>
      hasWord(sessionID, value),
  is: (value) => chosenTest(KINDS, value),
  took: (value) => {
    const isMet = durationTest(value);
    return (run, context) => isMet(durationOf(run, context));
  },
  error:
    (value) =>
    ({ failure }) =>
      hasWord(failure, value),
  output: (value) => {
    const isMet = valueTest(value);
    return ({ output }) => output !== undefined && isMet(output);
  },
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, Test>> = {
  waiting: ({ waiting }) => waiting,
  ended: isFinished,
  child: ({ parentID }) => parentID !== '',
  held: ({ held }) => held,
  repeat: ({ repeats }) => repeats !== '',
};

/** Returns the test of a filter of runs. Throws 400 for an invalid filter. */
export function runFilter(text: string, context: EngineContext): (run: RunRecord) => boolean {
  return itemFilter('run', text, { context, terms: TERMS, hasText: runHasWord });
}

/** True when a run's names, values, output, failure or prompts contain a word, or its log once it has ended. */
export function runHasWord(context: EngineContext, run: RunRecord, word: string): boolean {
  const { id, sessionID, taskSlug, name, failure, origin, environmentID, paramValues, output } = run;
  const environment = environmentOf(context, environmentID).slug;
  const texts = [id, sessionID, taskSlug, name, failure, environment, origin.kind, origin.webhook];
  if (someHasWord(texts, word)) return true;
  if (jsonHasWord(paramValues, word) || (output !== undefined && jsonHasWord(output, word))) return true;
  const isInPrompt = context.state
    .promptsOf(id)
    .some((prompt) => hasWord(prompt.description, word) || jsonHasWord(prompt.values, word));
  return isInPrompt || (isFinished(run) && logHasWord(context, id, word));
}

function logHasWord({ state }: EngineContext, id: string, word: string): boolean {
  return state.logs(id, 1, Infinity).some(({ text }) => hasWord(text, word));
}

/** Time for which a run has been executing, in microseconds; `undefined` before it begins. */
function durationOf(run: RunRecord, context: EngineContext): number | undefined {
  return run.activeAt === null ? undefined : (endOf(run) ?? context.time.now()) - run.activeAt;
}
