import { numberText } from '../../../ui/text/shown-text.tsx';
import type { AnswerItem, NewAnswer } from '../../../../shared/contract/emulator/rules.ts';
import { type JsonObject, parseJson } from '../../../../shared/values/json.ts';
import type { PromptItem, RequestItem } from '../../../core/data/hangar.ts';

/** The action of a rule: on prompts, or on approvals. */
export type RuleAction = 'submit' | 'cancel' | 'approve' | 'reject';

/** The fields of an answering rule in its form. */
export interface RuleDraft {
  readonly slug: string;
  /** Slugs; '' for any. */
  readonly task: string;
  readonly runbook: string;
  readonly environment: string;
  /** The required description of the prompt; '' for any. */
  readonly question: string;
  /** A further condition; '' for none. */
  readonly when: string;
  readonly action: RuleAction;
  readonly submit: JsonObject;
  /** Reason of an approval or a rejection; '' for none. */
  readonly reason: string;
  /** E-mail address; '' for the local user. */
  readonly as: string;
  readonly afterSeconds: number;
  /** Number of prompts or requests to answer; '' for all. */
  readonly times: number | '';
  readonly keep: boolean;
}

/** The initial values of a new rule. */
export const BLANK_RULE: RuleDraft = {
  ...{ slug: '', task: '', runbook: '', environment: '', question: '', when: '', action: 'submit', submit: {} },
  ...{ reason: '', as: '', afterSeconds: 0, times: '', keep: false },
};

/** An unused slug for a rule about a task or runbook. */
export function freeSlug(about: string, taken: readonly string[]): string {
  const base = `answer_${about === '' ? 'prompts' : about}`;
  for (let count = 1; ; count++) {
    const slug = count === 1 ? base : `${base}_${count}`;
    if (!taken.includes(slug)) return slug;
  }
}

/** A changed draft. The slug of a new rule follows its task or runbook until it is edited. */
export function withChanges(draft: RuleDraft, changes: Partial<RuleDraft>, taken: readonly string[]): RuleDraft {
  const about = ({ task, runbook }: RuleDraft) => freeSlug(task === '' ? runbook : task, taken);
  const next = { ...draft, ...changes };
  return 'slug' in changes || draft.slug !== about(draft) ? next : { ...next, slug: about(next) };
}

const QUESTION = /^prompt\.description == ("(?:[^"\\]|\\.)*")(?: && \((.*)\))?$/s;

/** Takes a condition about the question, as `ruleOfDraft` makes it, apart from a further one. */
function questionOf(condition: string): Pick<RuleDraft, 'question' | 'when'> {
  const [, text = '', when = ''] = QUESTION.exec(condition) ?? [];
  const question = textOfJson(text);
  // A further condition with several groups may be more than one.
  const isOne = !/\).*\(/s.test(when);
  return question !== '' && isOne ? { question, when } : { question: '', when: condition };
}

function textOfJson(json: string): string {
  try {
    const text = parseJson(json);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}

/** The draft of an existing rule. */
export function draftOfRule({ match, source, when = '', as = '', reason = '', ...rule }: AnswerItem): RuleDraft {
  const { slug, requests, cancel, submit, afterSeconds } = rule;
  const { runbook = '', environment = '' } = match;
  const task = match.task ?? '';
  const times = rule.times ?? '';
  return {
    ...{ slug, task, runbook, environment, ...questionOf(when) },
    action: requests ?? (cancel ? 'cancel' : 'submit'),
    ...{ submit, reason, as, afterSeconds, times },
    keep: source === 'workspace',
  };
}

/** The fields of a rule for the endpoints. */
export function ruleOfDraft(draft: RuleDraft): NewAnswer {
  const { slug, task, runbook, environment, as, afterSeconds, times, keep } = draft;
  const when = conditionOf(draft);
  return {
    ...{ slug, afterSeconds, keep },
    match: {
      ...(task === '' ? {} : { task }),
      ...(runbook === '' ? {} : { runbook }),
      ...(environment === '' ? {} : { environment }),
    },
    ...(when === '' ? {} : { when }),
    ...answerOf(draft),
    ...(as === '' ? {} : { as }),
    ...(times === '' ? {} : { times }),
  };
}

/** The fields of an existing rule that its form does not show. */
export function unshown({ enabled, nth, skip, share }: AnswerItem) {
  return { enabled, ...(nth === undefined ? {} : { nth }), skip, share };
}

function answerOf({ action, submit, reason }: RuleDraft): Pick<NewAnswer, 'requests' | 'reason' | 'cancel' | 'submit'> {
  if (action === 'submit') return { submit };
  if (action === 'cancel') return { cancel: true };
  return { requests: action, ...(reason === '' ? {} : { reason }) };
}

/** True for a rule that answers approvals, and no prompts. */
export function isForRequests({ action }: Pick<RuleDraft, 'action'>): boolean {
  return action === 'approve' || action === 'reject';
}

function conditionOf({ question, when }: RuleDraft): string {
  const isQuestion = question === '' ? '' : `prompt.description == ${JSON.stringify(question)}`;
  if (isQuestion === '' || when === '') return isQuestion + when;
  return `${isQuestion} && (${when})`;
}

/** The fields of a waiting prompt or request that the window matches with rules. */
interface Waiting {
  readonly taskSlug: string;
  readonly environment: string;
  /** The window does not know the session of a request. */
  readonly hasSession: boolean;
  /** '' for a request. */
  readonly question: string;
  readonly answer: PromptItem['answer'];
}

/** The prompts and requests that wait for an answer. */
interface WaitingItems {
  readonly prompts: readonly PromptItem[];
  readonly requests: readonly RequestItem[];
}

/** The waiting prompts or requests, by the action of the rule. */
function candidates(draft: RuleDraft, { prompts, requests }: WaitingItems): readonly Waiting[] {
  if (isForRequests(draft)) return requests.map((item) => ({ ...item, hasSession: true, question: '' }));
  return prompts.map((item) => ({
    ...item,
    hasSession: item.sessionID !== '',
    question: item.prompt.description,
  }));
}

/** Number of waiting items that a rule would answer, without its condition, which only the server evaluates. */
function countAnswerable(draft: RuleDraft, waiting: readonly Waiting[]): number {
  const { task, runbook, environment, question, times } = draft;
  const all = waiting.filter(
    (item) =>
      // Another rule answers it.
      item.answer === null &&
      (task === '' || item.taskSlug === task) &&
      (runbook === '' || item.hasSession) &&
      (environment === '' || item.environment === environment) &&
      (question === '' || isForRequests(draft) || item.question === question),
  );
  return times === '' ? all.length : Math.min(times, all.length);
}

/** A sentence about the waiting items that a rule would answer. */
export function answerableText(draft: RuleDraft, items: WaitingItems): string {
  const waiting = candidates(draft, items);
  if (waiting.length === 0) return `No ${isForRequests(draft) ? 'request' : 'prompt'} is waiting.`;
  const count = countAnswerable(draft, waiting);
  const isExact = draft.when.trim() === '' && draft.runbook === '';
  return `Would answer ${isExact || count === 0 ? '' : 'at most '}${numberText(count)} of the ${numberText(waiting.length)} waiting.`;
}
