import type { AnswerItem, NewAnswer } from '../../../../shared/contract/emulator/rules.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import type { PromptItem } from '../../../core/hangar.ts';

/** The fields of a rule that answers prompts, as its form edits them. */
export interface RuleDraft {
  readonly slug: string;
  /** Slugs; '' for any. */
  readonly task: string;
  readonly runbook: string;
  readonly environment: string;
  /** The description that the prompt must have; '' for any. */
  readonly question: string;
  /** A further condition; '' for none. */
  readonly when: string;
  readonly cancel: boolean;
  readonly submit: JsonObject;
  /** E-mail address; '' for the local user. */
  readonly as: string;
  readonly afterSeconds: number;
  /** Number of prompts that it answers; '' for all. */
  readonly times: number | '';
  readonly keep: boolean;
}

/** A rule that answers nothing in particular. */
export const BLANK_RULE: RuleDraft = {
  ...{ slug: '', task: '', runbook: '', environment: '', question: '', when: '', cancel: false, submit: {}, as: '' },
  ...{ afterSeconds: 0, times: '', keep: false },
};

/** A slug for a rule about a task or runbook that no other rule has. */
export function freeSlug(about: string, taken: readonly string[]): string {
  const base = `answer_${about === '' ? 'prompts' : about}`;
  for (let count = 1; ; count++) {
    const slug = count === 1 ? base : `${base}_${count}`;
    if (!taken.includes(slug)) return slug;
  }
}

/** The draft of an existing rule. */
export function draftOfRule({ match, source, when = '', as = '', ...rule }: AnswerItem): RuleDraft {
  const { slug, cancel, submit, afterSeconds } = rule;
  const { task = '', runbook = '', environment = '' } = match;
  const times = rule.times ?? '';
  return {
    ...{ slug, task, runbook, environment, question: '', when, cancel, submit, as, afterSeconds, times },
    keep: source === 'workspace',
  };
}

/** The fields of a rule as the endpoints take them. */
export function ruleOfDraft(draft: RuleDraft): NewAnswer {
  const { slug, task, runbook, environment, cancel, submit, as, afterSeconds, times, keep } = draft;
  const when = conditionOf(draft);
  return {
    ...{ slug, afterSeconds, keep },
    match: {
      ...(task === '' ? {} : { task }),
      ...(runbook === '' ? {} : { runbook }),
      ...(environment === '' ? {} : { environment }),
    },
    ...(when === '' ? {} : { when }),
    ...(cancel ? { cancel } : { submit }),
    ...(as === '' ? {} : { as }),
    ...(times === '' ? {} : { times }),
  };
}

function conditionOf({ question, when }: RuleDraft): string {
  const isQuestion = question === '' ? '' : `prompt.description == ${JSON.stringify(question)}`;
  if (isQuestion === '' || when === '') return isQuestion + when;
  return `${isQuestion} && (${when})`;
}

/** The waiting prompts that a rule would take, as far as the window can tell; the condition is for the server. */
export function takenBy(
  { task, runbook, environment, question, times }: RuleDraft,
  waiting: readonly PromptItem[],
): readonly PromptItem[] {
  const all = waiting.filter(
    (item) =>
      // Another rule has it already.
      item.answer === null &&
      (task === '' || item.taskSlug === task) &&
      (runbook === '' || item.sessionID !== '') &&
      (environment === '' || item.environment === environment) &&
      (question === '' || item.prompt.description === question),
  );
  return times === '' ? all : all.slice(0, times);
}

/** A sentence about the waiting prompts that a rule would answer. */
export function takenText(draft: RuleDraft, waiting: readonly PromptItem[]): string {
  if (waiting.length === 0) return 'No prompt waits at present.';
  const { length } = takenBy(draft, waiting);
  const isExact = draft.when.trim() === '' && draft.runbook === '';
  return `Would answer ${isExact || length === 0 ? '' : 'at most '}${length} of the ${waiting.length} waiting.`;
}
