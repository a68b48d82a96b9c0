import { ApiError } from '../../../shared/http/errors.ts';
import { type FilterWord, parseDuration, readFilterWords } from '../../../shared/model/filter.ts';
import { RUN_STATUSES, TERMINAL_RUN_STATUSES } from '../../../shared/model/status.ts';
import type { Json } from '../../../shared/values/json.ts';
import { shown } from '../../../shared/values/shown.ts';
import { type Micros, MICROS_PER_MILLISECOND, parseRfc3339 } from '../../../shared/values/timestamp.ts';
import type { EngineContext } from './engine-context.ts';
import type { InSlices } from './engine.ts';
import type { RunRecord } from './records.ts';
import { environmentOf } from './scope.ts';
import type { RunIndexEntry } from './state-port.ts';

const MAX_WORDS = 20;
/** Lines of a log that are searched between two yields. */
const LINES = 500;

/** A term about what the index knows. */
type IndexTest = (entry: RunIndexEntry) => boolean;
/** A term about the run itself. */
type RunTest = (run: RunRecord) => boolean;

/** Reads the value of a term. Throws the 400 for a value that it cannot have. */
type ReadTerm = (value: string, context: EngineContext) => { readonly index: IndexTest } | { readonly run: RunTest };

/** Terms of the filter of runs, by name. To add one, add an entry, and a row in `docs/filters.md`. */
const TERMS: Readonly<Record<string, ReadTerm>> = {
  status: (value) => {
    const wanted = value.split(',').map((part) => {
      const found = RUN_STATUSES.filter((status) => part !== '' && status.toLowerCase().startsWith(part));
      if (found.length === 0) throw invalid('status', part, `one of ${RUN_STATUSES.join(', ').toLowerCase()}`);
      return found;
    });
    const statuses = new Set(wanted.flat());
    return { index: ({ status }) => statuses.has(status) };
  },
  task: (value) => ({ run: ({ taskID, taskSlug, name }) => [taskID, taskSlug, name].some((text) => has(text, value)) }),
  env: (value, context) => ({
    index: ({ environmentID }) =>
      [environmentID, environmentOf(context, environmentID).slug].some((id) => is(id, value)),
  }),
  session: (value) => ({ index: ({ sessionID }) => has(sessionID, value) }),
  is: (value) => {
    const test = Object.hasOwn(KINDS, value) ? KINDS[value] : undefined;
    if (test === undefined) throw invalid('is', value, `one of ${Object.keys(KINDS).join(', ')}`);
    return { run: test };
  },
  since: (value, context) => {
    const from = momentOf('since', value, context);
    return { index: ({ createdAt }) => createdAt >= from };
  },
  until: (value, context) => {
    const end = momentOf('until', value, context);
    return { index: ({ createdAt }) => createdAt < end };
  },
  took: (value, context) => {
    const [, sign = '>', duration = ''] = /^([<>]?)(.*)$/.exec(value) ?? [];
    const limit = parseDuration(duration);
    if (limit === undefined) throw invalid('took', value, 'such as took:>2s or took:<500ms');
    const micros = limit * MICROS_PER_MILLISECOND;
    return {
      run: (run) => {
        const took = durationOf(run, context);
        return took !== undefined && (sign === '<' ? took < micros : took > micros);
      },
    };
  },
  error: (value) => ({ run: ({ failure }) => has(failure, value) }),
  output: (value) => ({ run: ({ output }) => output !== undefined && contains(output, value) }),
};

/** Values of the term `is`. */
const KINDS: Readonly<Record<string, RunTest>> = {
  waiting: ({ waiting }) => waiting,
  ended: ({ status }) => TERMINAL_RUN_STATUSES.has(status),
  child: ({ parentID }) => parentID !== '',
  repeat: ({ repeats }) => repeats !== '',
};

/** Beginning of the terms about one parameter, such as `param.order_id:AB1`. */
const PARAMETER = 'param.';

/** A filter of runs, read from its text. */
export class RunFilter {
  readonly #context: EngineContext;
  readonly #index: IndexTest[] = [];
  readonly #run: RunTest[] = [];
  /** Words that are looked for everywhere. */
  readonly #words: FilterWord[] = [];

  /** Throws `ApiError('invalid_request')` for a term with a value that it cannot have. */
  constructor(text: string, context: EngineContext) {
    this.#context = context;
    const words = readFilterWords(text, (name) => Object.hasOwn(TERMS, name) || name.startsWith(PARAMETER));
    if (words.length > MAX_WORDS)
      throw new ApiError('invalid_request', `q: has ${words.length} words; at most ${MAX_WORDS} are allowed`);
    for (const word of words) this.#add(word);
  }

  #add(word: FilterWord): void {
    const { name, value, isNot } = word;
    if (name === '') return void this.#words.push(word);
    if (name.startsWith(PARAMETER)) return void this.#run.push((run) => hasParameter(run, name, value) !== isNot);
    const term = TERMS[name]?.(value, this.#context);
    if (term === undefined) return;
    if ('index' in term) this.#index.push((entry) => term.index(entry) !== isNot);
    else this.#run.push((run) => term.run(run) !== isNot);
  }

  /** False when the index shows that a run does not match. */
  mayMatch(entry: RunIndexEntry): boolean {
    return this.#index.every((test) => test(entry));
  }

  /** True when a run that may match does. */
  *matches(run: RunRecord): InSlices<boolean> {
    for (const test of this.#run) {
      if (!test(run)) return false;
      yield;
    }
    for (const { value, isNot } of this.#words) {
      if ((yield* this.#has(run, value)) === isNot) return false;
      yield;
    }
    return true;
  }

  *#has(run: RunRecord, value: string): InSlices<boolean> {
    const { id, sessionID, taskSlug, name, failure, origin, environmentID, paramValues, output } = run;
    const environment = environmentOf(this.#context, environmentID).slug;
    const texts = [id, sessionID, taskSlug, name, failure, environment, origin.kind, origin.webhook];
    if (texts.some((text) => has(text, value))) return true;
    if (contains(paramValues, value) || (output !== undefined && contains(output, value))) return true;
    const { state } = this.#context;
    const isInPrompt = state
      .promptsOf(id)
      .some((prompt) => has(prompt.description, value) || contains(prompt.values, value));
    return isInPrompt || (TERMINAL_RUN_STATUSES.has(run.status) && (yield* this.#isInLog(id, value)));
  }

  *#isInLog(id: string, value: string): InSlices<boolean> {
    const { state } = this.#context;
    const count = state.logCount(id);
    for (let from = 1; from <= count; from += LINES) {
      if (state.logs(id, from, Math.min(from + LINES, count + 1)).some(({ text }) => has(text, value))) return true;
      if (count > LINES) yield;
    }
    return false;
  }
}

function hasParameter({ paramValues }: RunRecord, name: string, value: string): boolean {
  const slug = name.slice(PARAMETER.length);
  // Filters are in lower case, and slugs need not be.
  return Object.entries(paramValues).some(([key, given]) => is(key, slug) && contains(given, value));
}

/** True when a text or number within a value has this text, or a name of an object is it. */
function contains(value: Json, wanted: string): boolean {
  if (typeof value === 'string') return has(value, wanted);
  if (value === null || typeof value !== 'object') return String(value) === wanted;
  if (Array.isArray(value)) return value.some((item) => contains(item, wanted));
  return Object.entries(value).some(([name, item]) => is(name, wanted) || contains(item, wanted));
}

function has(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted);
}

function is(text: string, wanted: string): boolean {
  return text.toLowerCase() === wanted;
}

/** Time for which a run has been executing, in microseconds; `undefined` before it begins. */
function durationOf(run: RunRecord, context: EngineContext): number | undefined {
  const end = run.succeededAt ?? run.failedAt ?? run.cancelledAt ?? context.time.instant();
  return run.activeAt === null ? undefined : end - run.activeAt;
}

/** The moment of a duration ago in the service's time, or of an RFC 3339 time. */
function momentOf(name: string, value: string, { time }: EngineContext): Micros {
  const ago = parseDuration(value);
  const at = ago === undefined ? parseRfc3339(value.toUpperCase()) : time.instant() - ago * MICROS_PER_MILLISECOND;
  if (at === undefined) throw invalid(name, value, `such as ${name}:15m or ${name}:2026-11-20T16:00:00Z`);
  return at;
}

function invalid(name: string, value: string, expected: string): ApiError {
  return new ApiError('invalid_request', `q: "${name}:${shown(value)}" has no meaning: its value must be ${expected}`);
}
