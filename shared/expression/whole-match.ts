import { RE2JS } from 're2js';
import { messageOf } from '../values/messages.ts';
import { EvaluationError } from './expression-error.ts';
import { readPattern } from './regex-syntax.ts';
import { LONGEST_PATTERN, MOST_LINEAR, OPERATIONS_PER_INSTRUCTION, type Spend, UNCOUNTED } from './regex.ts';
import { TextCache } from './text-cache.ts';

/** Maximum size of a pattern with its repetitions written out, some 240 bytes of memory for each. */
const LARGEST = 5_000;
/** Number of compiled patterns to keep: each may take 10 MB once texts were matched. */
const KEPT = 8;

/** Patterns of parameters (`constraints.regex`), compiled. They are in RE2's own syntax, the service's; those of expressions are in JavaScript's. */
const patterns = new TextCache((source) => {
  if (source.length > LONGEST_PATTERN)
    throw new EvaluationError(`a regular expression may have at most ${LONGEST_PATTERN} characters`);
  if (sizeOf(source) > LARGEST) throw new EvaluationError('the regular expression repeats too much');
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    throw new EvaluationError(
      `RE2, which has neither look-around nor back references, does not take it: ${reasonOf(messageOf(cause))}`,
    );
  }
}, KEPT);

function reasonOf(message: string): string {
  return message.replace(/^error parsing regexp: /, '');
}

/** Matches what RE2 and JavaScript read differently: quoted text, code points in braces, which look like a repetition, and properties. */
const UNLIKE = /\\Q([^]*?)(?:\\E|$)|\\[xpP]\{[^}]*\}|\\[^]/g;

/** Size of a pattern with its repetitions written out, never too small, since writing out those of a hostile one takes seconds. */
function sizeOf(source: string): number {
  const alike = source.replace(UNLIKE, (whole, quoted?: string) =>
    whole.startsWith('\\Q') ? 'x'.repeat(quoted?.length ?? 0) : whole.length > 2 ? 'x' : whole,
  );
  return readPattern(alike, 'u').size;
}

/** The sentence that says why a text is no pattern for `matchesWhole`; `undefined` for one that is. */
export function patternProblem(source: string): string | undefined {
  try {
    patterns.get(source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Returns true when a pattern in RE2's syntax matches the whole of `text`, by code points, in time that grows with the text only.
 * Throws an Error with a sentence when it is no pattern, or the text is too long for it.
 */
export function matchesWhole(pattern: string, text: string, spend: Spend = UNCOUNTED): boolean {
  if (!patterns.has(pattern))
    spend(Math.min(sizeOf(pattern.slice(0, LONGEST_PATTERN)), LARGEST) * OPERATIONS_PER_INSTRUCTION);
  const compiled = patterns.get(pattern);
  const work = compiled.programSize() * text.length;
  if (work > MOST_LINEAR) throw new EvaluationError('the text is too long for the regular expression');
  spend(work >>> 3);
  return compiled.testExact(text);
}
