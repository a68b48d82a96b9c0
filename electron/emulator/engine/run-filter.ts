import { type FilterWord, hasWord, jsonHasWord } from '../../../shared/model/filter.ts';
import type { EngineContext } from './engine-context.ts';
import type { InSlices } from './engine.ts';
import {
  chosenTest,
  durationTest,
  type FilterTest,
  filterTests,
  hasParameter,
  isEnvironment,
  meetsFilter,
  momentOf,
  someHasWord,
  statusTest,
  type TermTests,
} from './filter-tests.ts';
import type { RunRecord } from './records.ts';
import { endOf, isFinished } from './run-machine.ts';
import { environmentOf } from './scope.ts';
import type { RunIndexEntry } from './state-port.ts';

/** Number of log lines searched between two yields. */
const LINES = 500;

/** A term about fields of the index. */
interface IndexTest {
  readonly index: (entry: RunIndexEntry) => boolean;
}
/** A term about the run itself. */
interface RunTest {
  readonly run: (run: RunRecord) => boolean;
  /** A word that is in the texts of every run that passes; none when left out. */
  readonly word?: string;
  /** False for an entry whose run does not pass. */
  readonly mayPass?: IndexTest['index'];
}

const TERMS: TermTests<'run', IndexTest | RunTest> = {
  status: (value) => {
    const isWanted = statusTest(value);
    return { index: ({ status }) => isWanted(status) };
  },
  task: (value) => ({
    run: ({ taskID, taskSlug, name }) => someHasWord([taskID, taskSlug, name], value),
    word: value,
  }),
  env: (value, context) => ({ index: ({ environmentID }) => isEnvironment(context, environmentID, value) }),
  session: (value) => ({ index: ({ sessionID }) => hasWord(sessionID, value) }),
  is: (value) => chosenTest(KINDS, value),
  since: (value, context) => {
    const from = momentOf(value, context);
    return { index: ({ createdAt }) => createdAt >= from };
  },
  until: (value, context) => {
    const end = momentOf(value, context);
    return { index: ({ createdAt }) => createdAt < end };
  },
  took: (value, context) => {
    const isMet = durationTest(value);
    return { run: (run) => isMet(durationOf(run, context)) };
  },
  error: (value) => ({ run: ({ failure }) => hasWord(failure, value), word: value }),
  output: (value) => ({ run: ({ output }) => output !== undefined && jsonHasWord(output, value), word: value }),
  param: (slug, value) => ({ run: ({ paramValues }) => hasParameter(paramValues, slug, value), word: value }),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, IndexTest | RunTest>> = {
  waiting: { run: ({ waiting }) => waiting, mayPass: (entry) => !isFinished(entry) },
  ended: { index: isFinished },
  child: { run: ({ parentID }) => parentID !== '' },
  held: { run: ({ held }) => held, mayPass: (entry) => !isFinished(entry) },
  repeat: { run: ({ repeats }) => repeats !== '' },
};

/** A filter of runs, read from its text. */
export class RunFilter {
  readonly #context: EngineContext;
  readonly #index: FilterTest<IndexTest>[] = [];
  readonly #run: FilterTest<RunTest>[] = [];
  /** Words to search everywhere. */
  readonly #words: readonly FilterWord[];
  /** False for a run that the index or the state knows not to pass. */
  readonly #mayPass: readonly ((entry: RunIndexEntry) => boolean)[];

  /** Throws 400 for an invalid filter. */
  constructor(text: string, context: EngineContext) {
    this.#context = context;
    const { tests, words } = filterTests('run', text, { terms: TERMS, context });
    for (const { test, isNot } of tests) {
      if ('index' in test) this.#index.push({ test, isNot });
      else this.#run.push({ test, isNot });
    }
    this.#words = words;
    this.#mayPass = [
      ...this.#run.flatMap(({ test: { word, mayPass }, isNot }) =>
        isNot ? [] : [mayPass ?? [], word === undefined ? [] : context.state.wordTest(word)].flat(),
      ),
      ...words.flatMap(({ value, isNot }) => (isNot ? [] : textTest(context, value))),
    ];
  }

  /** True when the index alone decides. */
  get isIndexed(): boolean {
    return this.#run.length + this.#words.length === 0;
  }

  /** False when the index shows that a run does not match. */
  mayMatch(entry: RunIndexEntry): boolean {
    return (
      this.#index.every(({ test, isNot }) => test.index(entry) !== isNot) &&
      this.#mayPass.every((mayPass) => mayPass(entry))
    );
  }

  /** True when a run that may match does. */
  matches(run: RunRecord): InSlices<boolean> {
    return meetsFilter(
      { tests: this.#run, words: this.#words },
      (test) => test.run(run),
      (word) => runHasWord(this.#context, run, word),
    );
  }
}

/** Returns a test that is false for a run without a word, as far as the state knows. The slug of its environment is not stored with it. */
function textTest(context: EngineContext, word: string): (entry: RunIndexEntry) => boolean {
  const mayHave = context.state.wordTest(word);
  return (entry) => mayHave(entry) || hasWord(environmentOf(context, entry.environmentID).slug, word);
}

/** True when a run's names, values, output, failure or prompts contain a word, or its log once it has ended. */
export function* runHasWord(context: EngineContext, run: RunRecord, word: string): InSlices<boolean> {
  const { id, sessionID, taskSlug, name, failure, origin, environmentID, paramValues, output } = run;
  const environment = environmentOf(context, environmentID).slug;
  const texts = [id, sessionID, taskSlug, name, failure, environment, origin.kind, origin.webhook];
  if (someHasWord(texts, word)) return true;
  if (jsonHasWord(paramValues, word) || (output !== undefined && jsonHasWord(output, word))) return true;
  const isInPrompt = context.state
    .promptsOf(id)
    .some((prompt) => hasWord(prompt.description, word) || jsonHasWord(prompt.values, word));
  return isInPrompt || (isFinished(run) && (yield* logHasWord(context, id, word)));
}

function* logHasWord({ state }: EngineContext, id: string, word: string): InSlices<boolean> {
  const count = state.logCount(id);
  for (let from = 1; from <= count; from += LINES) {
    if (state.logs(id, from, Math.min(from + LINES, count + 1)).some(({ text }) => hasWord(text, word))) return true;
    if (count > LINES) yield;
  }
  return false;
}

/** Time for which a run has been executing, in microseconds; `undefined` before it begins. */
function durationOf(run: RunRecord, context: EngineContext): number | undefined {
  return run.activeAt === null ? undefined : (endOf(run) ?? context.time.instant()) - run.activeAt;
}
