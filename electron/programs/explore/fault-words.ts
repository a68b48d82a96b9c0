import { FAULTS, Fault } from '../../../shared/model/fault.ts';
import { ScheduleElement, SELECTION } from '../../../shared/model/schedule.ts';
import { OPERATIONS } from '../../../shared/registry/operations.ts';
import { keysOf } from '../../../shared/values/objects.ts';
import { pathText } from '../../../shared/values/json-path.ts';
import { quoteForMessage } from '../../../shared/values/messages.ts';
import { problemsOfIssue, readWith } from '../../../shared/values/schema-problems.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { faultOfWords } from '../actions/faults.ts';
import { UsageError } from '../flags/field.ts';
import type { CatalogueFault } from './catalogue.ts';

/** Reads a fault to try: the words of `hangar fault add` as one text, or an object. Throws `StartError`. */
export function readFault(given: string | Readonly<Record<string, unknown>>): CatalogueFault {
  const name = `the fault ${quoteForMessage(typeof given === 'string' ? `"${given}"` : JSON.stringify(given))}`;
  try {
    const { match = {}, ...fault } =
      typeof given === 'string' ? faultOfWords(wordsOf(given)) : { kind: 'error', ...given };
    return checked(fault, match);
  } catch (error) {
    if (error instanceof UsageError) throw new StartError('usage', `${name}: ${error.message}`);
    throw error;
  }
}

/** Conditions that the search does not set. */
const MATCHED = ['operation', 'task'];

function checked(fault: Readonly<Record<string, unknown>>, match: object): CatalogueFault {
  const set = [...keysOf(SELECTION), 'keep', 'ttlSeconds'].filter(
    (name) => name !== 'match' && fault[name] !== undefined,
  );
  const others = Object.keys(match).filter((name) => !MATCHED.includes(name));
  const [refused] = [...set, ...others];
  if (refused !== undefined)
    throw new UsageError(`${refused} is not taken: the search says which requests meet a fault`);
  const kind = keysOf(FAULTS).find((name) => name === fault['kind']);
  const element = readWith(ScheduleElement, { call: { operation: OPERATIONS[0] }, ...fault });
  if (!element.success || kind === undefined) throw new UsageError(problemText(element.error?.issues[0]));
  const whole = readWith(Fault, { ...fault, slug: 'fault', match });
  if (!whole.success) throw new UsageError(problemText(whole.error.issues[0]));
  const { operation, task } = whole.data.match;
  return { fault: { ...fault, kind }, operations: operation === undefined ? undefined : [operation].flat(), task };
}

function problemText(issue: Parameters<typeof problemsOfIssue>[0] | undefined): string {
  const [problem] = issue === undefined ? [] : problemsOfIssue(issue);
  return problem === undefined ? 'is not valid' : `${pathText(problem.path)}: ${problem.message}`;
}

/** The words of a text as a shell splits them: quotes keep spaces. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
