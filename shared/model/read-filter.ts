import { ApiError } from '../http/errors.ts';
import { keysOf } from '../values/objects.ts';
import { quoteForMessage } from '../values/messages.ts';
import { type FilterWord, readFilterWords } from './filter.ts';
import { type FilterTerm, FILTER_TERMS, type FilterKind, PARAMETER, MAX_FILTER, termsOf } from './filter-terms.ts';

const MAX_WORDS = 20;

function termOf(kind: FilterKind, name: string): FilterTerm | undefined {
  const terms = termsOf(kind);
  const key = name.startsWith(PARAMETER) ? 'param' : name;
  return Object.hasOwn(terms, key) && (key !== 'param' || name !== 'param') ? terms[key] : undefined;
}

/** True for the name of a term of any kind of list. */
function isTermOfAny(name: string): boolean {
  return keysOf(FILTER_TERMS).some((kind) => termOf(kind, name) !== undefined);
}

/** True for a word with a term and its value, such as `status:failed`. */
export function isTermWord(word: string): boolean {
  return readFilterWords(word, isTermOfAny).some(({ name }) => name !== '');
}

/**
 * Parses the filter of a list. Throws 400 for too many words, a term with an invalid value, and a term of other kinds of lists.
 */
export function readFilter(kind: FilterKind, text: string): readonly FilterWord[] {
  const words = readFilterWords(text, isTermOfAny);
  if (words.length > MAX_WORDS) throw invalid(`has ${words.length} words; at most ${MAX_WORDS} are allowed`);
  for (const { name, value } of words) if (name !== '') checkTerm(kind, name, value);
  return words;
}

function checkTerm(kind: FilterKind, name: string, value: string): void {
  const term = termOf(kind, name);
  if (term === undefined) {
    const known = Object.keys(termsOf(kind)).join(', ');
    throw invalid(
      `"${name}:" is not a term of ${kind}s, whose terms are ${known}; put it in quotes to find it as text`,
    );
  }
  const { expects } = term;
  if (expects !== undefined && !expects.isMet(value))
    throw invalid(`"${name}:${quoteForMessage(value)}" has no meaning: its value must be ${expects.text}`);
}

/** The problem of a filter, as a sentence; "" when it has none. */
export function filterProblem(kind: FilterKind, text: string): string {
  if (text.length > MAX_FILTER) return `has ${text.length} characters; at most ${MAX_FILTER} are allowed`;
  try {
    readFilter(kind, text);
    return '';
  } catch (error) {
    if (error instanceof ApiError) return error.message.replace(/^q: /, '');
    throw error;
  }
}

function invalid(problem: string): ApiError {
  return new ApiError('invalid_request', `q: ${problem}`);
}
