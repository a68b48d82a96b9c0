import { expect, test } from 'vitest';
import type { AnswerItem } from '../../shared/contract/emulator/rules.ts';
import type { PromptItem, RequestItem } from '../../renderer/core/data/hangar.ts';
import {
  BLANK_RULE,
  draftOfRule,
  freeSlug,
  ruleOfDraft,
  answerableText,
  withChanges,
} from '../../renderer/features/prompts/rules/rule-draft.ts';
import {
  type Condition,
  conditionOf,
  expressionOf,
  valueOfText,
} from '../../renderer/features/prompts/rules/rule-condition.ts';
import { type RuleNames, ruleSentence } from '../../renderer/features/prompts/rules/rule-sentence.ts';

const NAMES: RuleNames = {
  ofTask: (slug) => (slug === 'refund' ? 'Refund an order' : slug),
  ofRunbook: (slug) => slug,
  ofUser: (email) => (email === 'ada@example.com' ? 'Ada' : email),
};

/** A waiting prompt; only what rules look at. */
function waiting(taskSlug: string, description: string, rule?: string): PromptItem {
  const answer = rule === undefined ? null : { rule, dueAt: '', problem: null };
  return { taskSlug, environment: 'prod', sessionID: '', answer, prompt: { description } } as PromptItem;
}

const WAITING = [
  waiting('refund', 'Refund 1?'),
  waiting('refund', 'Refund 2?'),
  waiting('refund', 'Refund 3?', 'other'),
  waiting('ship', 'Ship?'),
];

test('the slug of a new rule follows what it is about, until it is edited', () => {
  const taken = ['answer_refund'];
  const blank = { ...BLANK_RULE, slug: freeSlug('', taken) };
  const chosen = withChanges(blank, { task: 'refund' }, taken);
  expect(chosen.slug).toBe('answer_refund_2');
  expect(withChanges(chosen, { task: '', runbook: 'close' }, taken).slug).toBe('answer_close');
  const edited = withChanges(chosen, { slug: 'mine' }, taken);
  expect(withChanges(edited, { task: 'ship' }, taken).slug).toBe('mine');
});

test.each([
  ['refund', [], 'answer_refund'],
  ['refund', ['answer_refund', 'answer_refund_2'], 'answer_refund_3'],
  ['', [], 'answer_prompts'],
])('a rule about %j beside %j is named %s', (about, taken, slug) => expect(freeSlug(about, taken)).toBe(slug));

/** A waiting request; only what rules look at. */
function asked(taskSlug: string, rule?: string): RequestItem {
  const answer = rule === undefined ? null : { rule, dueAt: '', problem: null };
  return { taskSlug, environment: 'prod', answer } as RequestItem;
}

const ASKED = [asked('pay'), asked('pay'), asked('pay', 'other')];

test.each([
  [{}, 'Would answer 3 of the 4 waiting.'],
  [{ task: 'refund' }, 'Would answer 2 of the 4 waiting.'],
  [{ task: 'refund', when: 'params.amount < 5' }, 'Would answer at most 2 of the 4 waiting.'],
  [{ task: 'refund', times: 1 }, 'Would answer 1 of the 4 waiting.'],
  [{ task: 'none' }, 'Would answer 0 of the 4 waiting.'],
  [{ question: 'Refund 2?' }, 'Would answer 1 of the 4 waiting.'],
  [{ environment: 'dev' }, 'Would answer 0 of the 4 waiting.'],
  [{ runbook: 'book' }, 'Would answer 0 of the 4 waiting.'],
  [{ action: 'approve' }, 'Would answer 2 of the 3 waiting.'],
  [{ action: 'reject', task: 'refund' }, 'Would answer 0 of the 3 waiting.'],
  [{ action: 'approve', runbook: 'book', times: 1 }, 'Would answer at most 1 of the 3 waiting.'],
] as const)('a rule with %j: %s', (draft, text) =>
  expect(answerableText({ ...BLANK_RULE, ...draft }, { prompts: WAITING, requests: ASKED })).toBe(text),
);

test('nothing that waits is said for prompts and for requests', () => {
  const none = { prompts: [], requests: [] };
  expect([answerableText(BLANK_RULE, none), answerableText({ ...BLANK_RULE, action: 'reject' }, none)]).toEqual([
    'No prompt is waiting.',
    'No request is waiting.',
  ]);
});

test('a draft becomes a rule without what it leaves open', () => {
  const draft = { ...BLANK_RULE, slug: 'a', task: 'refund', question: 'Go "on"?', when: 'a || b', submit: { x: 1 } };
  expect([
    ruleOfDraft(draft),
    ruleOfDraft({ ...BLANK_RULE, slug: 'b', action: 'cancel', as: 'a@b.c', times: 2 }),
  ]).toEqual([
    {
      ...{ slug: 'a', match: { task: 'refund' }, submit: { x: 1 }, afterSeconds: 0, keep: false },
      when: 'prompt.description == "Go \\"on\\"?" && (a || b)',
    },
    { slug: 'b', match: {}, cancel: true, as: 'a@b.c', times: 2, afterSeconds: 0, keep: false },
  ]);
});

function ruleText(rule: AnswerItem, names: RuleNames): string {
  return ruleSentence(rule, names)
    .map(({ text }) => text)
    .join('');
}

test('a rule reads as a sentence, and its draft has all of its fields', () => {
  const rule = {
    ...{ id: 'ans_1', slug: 'a', enabled: true, match: { task: 'refund', environment: 'prod' }, when: 'params.a < 5' },
    ...{ skip: 0, share: 1, times: 3, as: 'ada@example.com', afterSeconds: 5, submit: { reason: 'ok' }, cancel: false },
    ...({ source: 'workspace', matched: 0, applied: 0, remaining: 3, completed: false, lastProblem: null } as const),
  };
  expect([ruleText(rule, NAMES), ruleText({ ...rule, match: {}, cancel: true }, NAMES)]).toEqual([
    'When Refund an order in prod asks and a is below 5, press its confirm button with reason ok, after 5 s, as Ada.',
    'When any task asks and a is below 5, press its cancel button, after 5 s, as Ada.',
  ]);
  expect(ruleOfDraft(draftOfRule(rule))).toEqual({
    ...{ slug: 'a', match: rule.match, when: rule.when, as: rule.as, times: 3, afterSeconds: 5 },
    ...{ submit: { reason: 'ok' }, keep: true },
  });
});

test('a rule about requests reads as a sentence, and its draft has all of its fields', () => {
  const rule: AnswerItem = {
    ...{ id: 'ans_1', slug: 'a', enabled: true, match: { task: 'pay' }, reason: 'Small' },
    ...{ skip: 0, share: 1, afterSeconds: 0, submit: {}, cancel: false, matched: 0, applied: 0 },
    ...{ requests: 'approve', source: 'runtime', remaining: null, completed: false, lastProblem: null },
  };
  const other = { ...rule, match: { runbook: 'close' }, requests: 'reject', reason: undefined } as const;
  expect([ruleText(rule, NAMES), ruleText(other, NAMES)]).toEqual([
    'When pay asks for approval, approve with the reason Small at once, as you.',
    'When close asks for approval, reject at once, as you.',
  ]);
  expect(ruleOfDraft(draftOfRule(rule))).toEqual({
    ...{ slug: 'a', match: { task: 'pay' }, requests: 'approve', reason: 'Small', afterSeconds: 0, keep: false },
  });
});

test.each([
  ['prompt.description == "Go \\"on\\"?"', { question: 'Go "on"?', when: '' }],
  ['prompt.description == "Go?" && (a || b)', { question: 'Go?', when: 'a || b' }],
  ['prompt.description == "Go?" && (a) && (b)', { question: '', when: 'prompt.description == "Go?" && (a) && (b)' }],
  ['prompt.description == "\\q"', { question: '', when: 'prompt.description == "\\q"' }],
  ['a', { question: '', when: 'a' }],
])('the condition %s of a rule is shown as %j, and saved as it was', (when, shown) => {
  const rule: AnswerItem = {
    ...{ id: 'ans_1', slug: 'a', enabled: true, match: {}, when, skip: 0, share: 1, afterSeconds: 0, submit: {} },
    ...{ cancel: false, matched: 0, applied: 0, source: 'runtime', remaining: null, completed: false },
    lastProblem: null,
  };
  const draft = draftOfRule(rule);
  expect(draft).toMatchObject(shown);
  expect(ruleOfDraft(draft).when).toBe(when);
});

test.each<[string, Condition | undefined]>([
  ['params.amount < 200', { parameter: 'amount', comparison: '<', value: 200 }],
  ['params.name != "a \\" b"', { parameter: 'name', comparison: '!=', value: 'a " b' }],
  ['params.gift == true', { parameter: 'gift', comparison: '==', value: true }],
  ['params.amount < 200 && params.b', undefined],
  ['params.amount < [1]', undefined],
  ['params.a.b < 1', undefined],
  ['amount < 1', undefined],
  ['params.amount <', undefined],
])('the condition %s compares %j', (when, condition) => {
  expect(conditionOf(when)).toEqual(condition);
  if (condition !== undefined) expect(expressionOf(condition)).toBe(when);
});

test.each([
  ['5', 'integer', 5],
  ['5', 'string', '5'],
  ['', 'float', ''],
  ['5 kg', 'float', '5 kg'],
  ['true', 'boolean', true],
  ['yes', 'boolean', 'yes'],
])('%j, typed for a parameter of type %s, is compared as %j', (text, type, value) =>
  expect(valueOfText(text, type)).toBe(value),
);
