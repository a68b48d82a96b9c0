import type { OperationCoverage } from '../../../shared/contract/emulator/coverage.ts';
import type { NewFault } from '../../../shared/contract/emulator/rules.ts';
import { uncheckedFault } from '../../../shared/contract/emulator/unchecked-fault.ts';
import type { Operation } from '../../../shared/registry/operations.ts';

/** Counts of the answers of an operation. */
interface CountedAnswers {
  readonly name: string;
  readonly count: number;
}

/** A kind of answer that clients should handle: a column of the coverage. */
export interface AnswerKind {
  readonly name: string;
  /** The head of a narrow column. */
  readonly short: string;
  readonly answersOf: (coverage: OperationCoverage) => readonly CountedAnswers[];
  /** A fault that causes such an answer; `undefined` when none does. */
  readonly fault?: Readonly<Record<string, string | number>> & { readonly slug: string };
}

/** The kinds of answers, in the order of their columns. To add one, add an entry. */
export const ANSWER_KINDS: readonly AnswerKind[] = [
  { name: 'Succeeded', short: '2xx', answersOf: withStatus((status) => status < 400) },
  {
    name: 'Refused',
    short: '4xx',
    answersOf: withStatus((status) => status >= 400 && status < 500 && status !== 429),
    fault: { slug: 'refused', kind: 'error', status: 400 },
  },
  {
    name: 'Rate limit',
    short: '429',
    answersOf: withStatus((status) => status === 429),
    fault: { slug: 'rate_limit', kind: 'error', status: 429, retryAfterSeconds: 2 },
  },
  {
    name: 'Server error',
    short: '5xx',
    answersOf: withStatus((status) => status >= 500),
    fault: { slug: 'server_error', kind: 'error', status: 503 },
  },
  {
    name: 'No answer',
    short: 'lost',
    answersOf: ({ calls, answers }) => {
      const count = calls - Object.values(answers).reduce((sum, answered) => sum + answered, 0);
      return count > 0 ? [{ name: 'none', count }] : [];
    },
    fault: { slug: 'no_answer', kind: 'lose' },
  },
  {
    name: 'Cut off',
    short: 'cut',
    answersOf: ({ faults: { truncate = 0 } }) => (truncate > 0 ? [{ name: 'part', count: truncate }] : []),
    fault: { slug: 'cut_off', kind: 'truncate' },
  },
];

/** Kinds of faults with a column. */
export const SHOWN_FAULTS: ReadonlySet<string> = new Set(['error', 'lose', 'refuse', 'hang', 'truncate']);

function withStatus(isMeant: (status: number) => boolean): AnswerKind['answersOf'] {
  return ({ answers }) =>
    Object.entries(answers)
      .filter(([status]) => isMeant(Number(status)))
      .map(([status, count]) => ({ name: status, count }));
}

/** The fault that causes an answer of a kind to the next call of an operation; `undefined` when none does. */
export function faultOf(operation: Operation, { fault }: AnswerKind): NewFault | undefined {
  if (fault === undefined) return undefined;
  const slug = `once_${operation.replace('/', '_')}_${fault.slug}`;
  return uncheckedFault({ ...fault, slug, times: 1, match: { operation } });
}
