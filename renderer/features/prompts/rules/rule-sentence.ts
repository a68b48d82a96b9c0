import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { COMPARISONS, conditionOf } from './rule-condition.ts';
import { draftOfRule } from './rule-draft.ts';

/** A part of a sentence; what a user has chosen is strong. */
interface SentencePart {
  readonly text: string;
  readonly isStrong: boolean;
}

/** Names for the slugs and addresses in a rule; the slug itself where there is none. */
export interface RuleNames {
  readonly ofTask: (slug: string) => string;
  readonly ofRunbook: (slug: string) => string;
  readonly ofUser: (email: string) => string;
}

const plain = (text: string): SentencePart => ({ text, isStrong: false });
const strong = (text: string): SentencePart => ({ text, isStrong: true });

/** A rule as a sentence: `When Refund an order asks and amount is below 200, press its confirm button, after 2 s, as Ada.` */
export function ruleSentence(rule: AnswerItem, names: RuleNames): readonly SentencePart[] {
  const draft = draftOfRule(rule);
  const { task, runbook, environment, question, as, afterSeconds } = draft;
  const asker = task === '' ? (runbook === '' ? '' : names.ofRunbook(runbook)) : names.ofTask(task);
  const isRequest = rule.requests !== undefined;
  return [
    plain('When '),
    asker === '' ? plain('any task') : strong(asker),
    ...(environment === '' ? [] : [plain(' in '), strong(environment)]),
    plain(isRequest ? ' asks for approval' : ' asks'),
    ...(question === '' ? [] : [plain(' '), strong(`“${question}”`)]),
    ...conditionParts(draft.when),
    plain(', '),
    ...actionParts(rule),
    ...(afterSeconds === 0 ? [plain(' at once')] : [plain(', after '), strong(`${afterSeconds} s`)]),
    plain(', as '),
    strong(as === '' ? 'you' : names.ofUser(as)),
    plain('.'),
  ];
}

function conditionParts(when: string): SentencePart[] {
  if (when === '') return [];
  const condition = conditionOf(when);
  if (condition === undefined) return [plain(' and '), strong(when)];
  const { parameter, comparison, value } = condition;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [plain(' and '), strong(parameter), plain(' is '), strong(`${COMPARISONS[comparison]} ${text}`)];
}

function actionParts({ requests, reason = '', cancel, submit }: AnswerItem): SentencePart[] {
  if (requests !== undefined) {
    return [strong(requests), ...(reason === '' ? [] : [plain(' with the reason '), strong(reason)])];
  }
  if (cancel) return [plain('press '), strong('its cancel button')];
  const values = Object.entries(submit).flatMap(([slug, value], index) => [
    plain(`${index === 0 ? ' with ' : ', '}${slug} `),
    strong(typeof value === 'string' ? value : JSON.stringify(value)),
  ]);
  return [plain('press '), strong('its confirm button'), ...values];
}
