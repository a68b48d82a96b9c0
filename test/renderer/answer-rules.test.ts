import { describe, expect, test } from 'vitest';
import type { PromptItem } from '../../renderer/core/hangar.ts';
import {
  BLANK_RULE,
  draftOfRule,
  freeSlug,
  ruleOfDraft,
  takenBy,
  takenText,
} from '../../renderer/features/prompts/rules/rule-draft.ts';
import { ruleText } from '../../renderer/features/prompts/rules/RulesView.tsx';

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

test.each([
  ['refund', [], 'answer_refund'],
  ['refund', ['answer_refund', 'answer_refund_2'], 'answer_refund_3'],
  ['', [], 'answer_prompts'],
])('a rule about %j beside %j is named %s', (about, taken, slug) => expect(freeSlug(about, taken)).toBe(slug));

describe('the waiting prompts that a rule would answer', () => {
  test.each([
    [{}, ['Refund 1?', 'Refund 2?', 'Ship?']],
    [{ task: 'refund' }, ['Refund 1?', 'Refund 2?']],
    [{ task: 'refund', times: 1 }, ['Refund 1?']],
    [{ question: 'Refund 2?' }, ['Refund 2?']],
    [{ environment: 'dev' }, []],
  ])('%j: %j', (draft, questions) =>
    expect(takenBy({ ...BLANK_RULE, ...draft }, WAITING).map(({ prompt }) => prompt.description)).toEqual(questions),
  );

  test('are counted, as at most so many under a condition that only the server knows', () => {
    const texts = [{ task: 'refund' }, { task: 'refund', when: 'params.amount < 5' }, { task: 'none' }].map((draft) =>
      takenText({ ...BLANK_RULE, ...draft }, WAITING),
    );
    expect([...texts, takenText(BLANK_RULE, [])]).toEqual([
      'Would answer 2 of the 4 waiting.',
      'Would answer at most 2 of the 4 waiting.',
      'Would answer 0 of the 4 waiting.',
      'No prompt waits at present.',
    ]);
  });
});

test('a draft becomes a rule without what it leaves open', () => {
  const draft = { ...BLANK_RULE, slug: 'a', task: 'refund', question: 'Go "on"?', when: 'a || b', submit: { x: 1 } };
  expect([ruleOfDraft(draft), ruleOfDraft({ ...BLANK_RULE, slug: 'b', cancel: true, as: 'a@b.c', times: 2 })]).toEqual([
    {
      ...{ slug: 'a', match: { task: 'refund' }, submit: { x: 1 }, afterSeconds: 0, keep: false },
      when: 'prompt.description == "Go \\"on\\"?" && (a || b)',
    },
    { slug: 'b', match: {}, cancel: true, as: 'a@b.c', times: 2, afterSeconds: 0, keep: false },
  ]);
});

test('a rule reads as a sentence, and its draft has all of its fields', () => {
  const rule = {
    ...{ id: 'ans_1', slug: 'a', enabled: true, match: { task: 'refund', environment: 'prod' }, when: 'params.a < 5' },
    ...{ skip: 0, share: 1, times: 3, as: 'ada@example.com', afterSeconds: 5, submit: { reason: 'ok' }, cancel: false },
    ...({ source: 'workspace', matched: 0, applied: 0, remaining: 3, completed: false, lastProblem: null } as const),
  };
  expect([ruleText(rule), ruleText({ ...rule, match: {}, cancel: true })]).toEqual([
    'refund in prod, when params.a < 5: submit {"reason":"ok"} after 5 s as ada@example.com',
    'Any prompt, when params.a < 5: cancel after 5 s as ada@example.com',
  ]);
  expect(ruleOfDraft(draftOfRule(rule))).toEqual({
    ...{ slug: 'a', match: rule.match, when: rule.when, as: rule.as, times: 3, afterSeconds: 5 },
    ...{ submit: { reason: 'ok' }, keep: true },
  });
});
