import { describe, expect, test } from 'vitest';
import { LOCAL_USER } from '../../electron/emulator/engine/definitions/definitions.ts';
import type { AnswerItem } from '../../shared/contract/emulator/rules.ts';
import type { AuthoredAnswerRule } from '../../shared/model/rule.ts';
import type { AuthoredParameter } from '../../shared/model/parameter.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { block } from '../support/docs.ts';
import { settled } from '../support/fake-clock.ts';
import { type TestEmulator, testEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const PARAMETERS: AuthoredParameter[] = [
  { slug: 'reason', default: 'none' },
  { slug: 'days', type: 'integer', default: 3 },
];

const ADA = 'usrada00000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'prod', name: 'Production', default: true }, { slug: 'dev' }],
  users: [
    { id: ADA, email: 'ada@example.com', name: 'Ada' },
    { id: 'usrbob00000000000000', email: 'bob@example.com', name: 'Bob' },
  ],
  tasks: [
    {
      slug: 'refund',
      concurrency: 100,
      parameters: [{ slug: 'amount', type: 'integer' }],
      behavior: steps({ do: 'prompt', description: 'Refund {{ params.amount }}?', parameters: PARAMETERS }),
    },
    {
      slug: 'guarded',
      behavior: steps({ do: 'prompt', description: 'Really?', reviewers: { users: ['ada@example.com'] } }),
    },
  ],
  runbooks: [
    {
      slug: 'close_month',
      parameters: [{ slug: 'month' }],
      blocks: [{ slug: 'check', kind: 'prompt', description: 'Closed?', parameters: PARAMETERS }],
    },
  ],
};

function start(...answers: AuthoredAnswerRule[]): Promise<TestEmulator> {
  return testEmulator({ ...WORKSPACE, answers });
}

const execute = (emulator: TestEmulator, amount = 1, slug = 'refund', envSlug = 'prod'): Promise<string> =>
  emulator.execute(slug, slug === 'refund' ? { amount } : {}, { 'X-Service-Env-Slug': envSlug });

/** The only prompt of a run. */
async function promptOf({ api }: TestEmulator, runID: string) {
  const [prompt] = (await api.v0.prompts.list({ query: { runID } })).prompts;
  if (prompt === undefined) throw new Error(`the run ${runID} has no prompt`);
  return prompt;
}

/** True for each run whose prompt was submitted. */
async function answered(emulator: TestEmulator, runIDs: readonly string[]): Promise<boolean[]> {
  return Promise.all(runIDs.map(async (runID) => (await promptOf(emulator, runID)).submittedAt !== null));
}

async function rules({ api }: TestEmulator): Promise<AnswerItem[]> {
  return (await api.emulator.answers.list({})).items;
}

async function replace(emulator: TestEmulator, id: string, body: AuthoredAnswerRule): Promise<void> {
  await emulator.api.emulator.answers.replace({ params: { id }, body });
  await settled();
}

async function create(emulator: TestEmulator, rule: AuthoredAnswerRule & { keep?: boolean; ttlSeconds?: number }) {
  const item = await emulator.api.emulator.answers.create({ body: rule });
  await settled();
  return item as AnswerItem;
}

const ANY = { slug: 'any' } as const;

describe('an automatic answer', () => {
  test('submits as the local user, with defaults for omitted parameters', async () => {
    const emulator = await start({ ...ANY, submit: { reason: 'fine' } });
    const prompt = await promptOf(emulator, await execute(emulator));
    expect(prompt).toMatchObject({ values: { reason: 'fine', days: 3 }, submittedBy: LOCAL_USER.id });
    expect(emulator.errors).toEqual([]);
  });

  test('cancels the prompt instead', async () => {
    const emulator = await start({ ...ANY, cancel: true });
    const runID = await execute(emulator);
    expect(await promptOf(emulator, runID)).toMatchObject({ cancelledBy: LOCAL_USER.id, submittedAt: null });
    expect((await emulator.api.v0.runs.get({ query: { id: runID } })).status).toBe('Failed');
  });

  test('answers as the user with the e-mail', async () => {
    const emulator = await start({ ...ANY, as: 'ada@example.com' });
    expect(await promptOf(emulator, await execute(emulator, 1, 'guarded'))).toMatchObject({ submittedBy: ADA });
  });

  test.each([
    { match: { task: 'refund' }, expected: [true, false, true] },
    { match: { task: 'guarded' }, expected: [false, true, false] },
    { match: { environment: 'dev' }, expected: [false, false, true] },
    { match: { task: 'refund', environment: 'prod' }, expected: [true, false, false] },
    { match: { runbook: 'close_month' }, expected: [false, false, false] },
  ])('answers only prompts that match $match', async ({ match, expected }) => {
    const emulator = await start({ ...ANY, match, as: 'ada@example.com' });
    const runIDs = [
      await execute(emulator),
      await execute(emulator, 1, 'guarded'),
      await execute(emulator, 1, 'refund', 'dev'),
    ];
    expect(await answered(emulator, runIDs)).toEqual(expected);
  });

  test('sees the values of the session in a prompt block, matched by its runbook', async () => {
    const when = 'params.month == "May" && run.taskSlug == ""';
    const emulator = await start({
      ...ANY,
      match: { runbook: 'close_month' },
      when,
      submit: { reason: '{{ params.month }}' },
    });
    const { sessionID } = await emulator.api.v0.runbooks.execute({
      body: { slug: 'close_month', paramValues: { month: 'May' } },
    });
    await settled();
    const { status } = await emulator.api.v0.sessions.get({ query: { id: sessionID } });
    const [run] = (await emulator.api.emulator.runs.list({ query: {} })).runs;
    expect(status).toBe('Succeeded');
    expect((await promptOf(emulator, run?.id ?? '')).values).toEqual({ reason: 'May', days: 3 });
  });

  test.each([
    { when: 'params.amount < 500', expected: [true, false] },
    { when: 'prompt.description == "Refund 900?"', expected: [false, true] },
    { when: 'prompt.parameters[1].slug == "days" && params.amount == 1', expected: [true, false] },
    { when: 'run.taskSlug == "refund" && env.slug == "prod"', expected: [true, true] },
    { when: 'params.nothing.at.all', expected: [false, false] },
    { when: 'null', expected: [false, false] },
    { when: '"x".repeat(50000000).length > 0', expected: [false, false] },
  ])('applies where $when is true; a condition that fails does not apply', async ({ when, expected }) => {
    const emulator = await start({ ...ANY, when });
    const runIDs = [await execute(emulator, 1), await execute(emulator, 900)];
    expect(await answered(emulator, runIDs)).toEqual(expected);
    const applied = expected.filter((isAnswered) => isAnswered).length;
    expect(await rules(emulator)).toMatchObject([{ matched: applied, applied, lastProblem: null }]);
    expect(emulator.errors).toEqual([]);
  });

  test('renders templates', async () => {
    const submit = {
      reason: '{{ params.amount }} in {{ env.name }}: {{ prompt.description }}',
      days: '{{ params.amount + 1 }}',
    };
    const emulator = await start({ ...ANY, submit });
    expect((await promptOf(emulator, await execute(emulator, 7))).values).toEqual({
      reason: '7 in Production: Refund 7?',
      days: 8,
    });
  });

  test('comes from the first rule that applies', async () => {
    const small = { slug: 'small', when: 'params.amount < 10', submit: { reason: 'small' } };
    const emulator = await start({ slug: 'off', enabled: false }, small, { slug: 'rest', submit: { reason: 'rest' } });
    await create(emulator, { slug: 'later', submit: { reason: 'later' } });
    const values = [];
    for (const amount of [1, 20]) values.push((await promptOf(emulator, await execute(emulator, amount))).values);
    expect(values).toMatchObject([{ reason: 'small' }, { reason: 'rest' }]);
    expect((await rules(emulator)).map(({ matched }) => matched)).toEqual([0, 1, 1, 0]);
  });

  test('is named in the log of the run', async () => {
    const emulator = await start({ slug: 'approve', as: 'ada@example.com' });
    const runID = await execute(emulator);
    const { logs } = await emulator.api.v0.runs.getLogs({ query: { runID, level: 'debug' } });
    const lines = logs.map(({ level, text }) => `${level} ${text.replace(/pmt\w+/, 'PROMPT')}`);
    expect(lines).toContain('debug Prompt PROMPT was submitted by Ada.');
    expect(lines).toContain('debug The automatic answer "approve" submitted prompt PROMPT.');
  });
});

describe('the choice of prompts', () => {
  test('skips the first ones, then answers `times` of them, and counts', async () => {
    const emulator = await start({ ...ANY, skip: 1, times: 2 });
    const runIDs: string[] = [];
    for (let i = 0; i < 5; i++) runIDs.push(await execute(emulator));
    expect(await answered(emulator, runIDs)).toEqual([false, true, true, false, false]);
    expect(await rules(emulator)).toMatchObject([{ matched: 5, applied: 2, remaining: 0, completed: true }]);
  });

  test('counts a prompt once, however often rules change', async () => {
    const emulator = await start({ ...ANY, skip: 1 });
    const runID = await execute(emulator);
    await create(emulator, { slug: 'other', match: { task: 'guarded' } });
    await create(emulator, { slug: 'another', match: { task: 'guarded' } });
    expect(await answered(emulator, [runID])).toEqual([false]);
    expect((await rules(emulator))[0]).toMatchObject({ matched: 1, applied: 0 });
  });

  test('counts waiting prompts again after the counters were set to zero', async () => {
    const emulator = await start({ ...ANY, times: 1 });
    const runIDs = [await execute(emulator), await execute(emulator), await execute(emulator)];
    await emulator.api.emulator.answers.restart({});
    await settled();
    expect(await answered(emulator, runIDs)).toEqual([true, true, false]);
    expect(await rules(emulator)).toMatchObject([{ matched: 2, applied: 1, completed: true }]);
  });
});

describe('prompts that wait already', () => {
  test('are answered by a rule that is made', async () => {
    const emulator = await start();
    const runIDs = [await execute(emulator, 1), await execute(emulator, 2)];
    await create(emulator, { ...ANY, when: 'params.amount == 2' });
    expect(await answered(emulator, runIDs)).toEqual([false, true]);
  });

  test('are answered by a rule that is changed or enabled', async () => {
    const emulator = await start({ ...ANY, when: 'params.amount == 2' }, { slug: 'off', enabled: false });
    const runIDs = [await execute(emulator, 1), await execute(emulator, 3)];
    await replace(emulator, 'any', { ...ANY, when: 'params.amount == 1' });
    expect(await answered(emulator, runIDs)).toEqual([true, false]);
    await replace(emulator, 'off', { slug: 'off' });
    expect(await answered(emulator, runIDs)).toEqual([true, true]);
  });

  test('are answered at the start', async () => {
    const emulator = await start();
    const runIDs = [await execute(emulator), await execute(emulator)];
    emulator.ports.subscribe(() => undefined);
    await emulator.api.emulator.answers.create({ body: { ...ANY, keep: true, afterSeconds: 60 } });
    const again = await emulator.restart();
    await again.clock.advance(61);
    expect(await answered(again, runIDs)).toEqual([true, true]);
  });
});

describe('an answer that breaks a rule', () => {
  test.each([
    { rule: { submit: { days: 'many' } }, problem: /days/ },
    { rule: { submit: { reason: '{{ params.nothing.at.all }}' } }, problem: /nothing/ },
    { rule: { as: 'nobody@example.com' }, problem: /nobody@example\.com/ },
  ])('leaves the prompt pending and names its problem: $rule', async ({ rule, problem }) => {
    const emulator = await start({ ...ANY, ...rule }, { slug: 'second' });
    const runID = await execute(emulator);
    const prompt = await promptOf(emulator, runID);
    expect(prompt).toMatchObject({ submittedAt: null, cancelledAt: null });
    const [first, second] = await rules(emulator);
    expect(first).toMatchObject({ matched: 1, applied: 1, lastProblem: expect.stringMatching(problem) as string });
    expect(first?.lastProblem).toContain(prompt.id);
    expect(second).toMatchObject({ matched: 0, lastProblem: null });
    expect(emulator.errors).toEqual([]);
  });

  test('of the reviewers leaves it pending, too', async () => {
    const emulator = await start({ ...ANY, as: 'bob@example.com' });
    expect(await answered(emulator, [await execute(emulator, 1, 'guarded')])).toEqual([false]);
    const [rule] = await rules(emulator);
    expect(rule?.lastProblem).toContain('Only its reviewers may answer this prompt: ada@example.com.');
  });

  test('is tried again when its rule is changed, without counting the prompt again', async () => {
    const emulator = await start({ ...ANY, times: 1, as: 'bob@example.com' });
    const runIDs = [await execute(emulator, 1, 'guarded')];
    await replace(emulator, 'any', { ...ANY, times: 1, as: 'ada@example.com' });
    expect(await answered(emulator, runIDs)).toEqual([true]);
    expect(await rules(emulator)).toMatchObject([{ matched: 1, applied: 1, completed: true, lastProblem: null }]);
  });

  test('is tried again when users, groups or environments change, and only then', async () => {
    const emulator = await start({ ...ANY, as: 'carol@example.com' });
    const runIDs = [await execute(emulator, 1)];
    const { definitions } = emulator.api.emulator;
    const notes = async () => {
      const { lines } = await emulator.api.emulator.runs.logs({ params: { id: runIDs[0] ?? '' } });
      return lines.filter(({ text }) => text.includes('automatic answer')).map(({ text }) => text);
    };
    await definitions.tasks.create({ body: { slug: 'other' } });
    await definitions.groups.create({ body: { slug: 'clerks' } });
    await settled();
    expect([await answered(emulator, runIDs), await notes()]).toEqual([
      [false],
      [expect.stringContaining('was refused') as string],
    ]);
    await definitions.users.create({ body: { email: 'carol@example.com' } });
    await settled();
    expect(await answered(emulator, runIDs)).toEqual([true]);
    expect(await rules(emulator)).toMatchObject([{ matched: 1, applied: 1, lastProblem: null }]);
  });

  test('may be answered by hand', async () => {
    const emulator = await start({ ...ANY, submit: { days: 'many' } });
    const runID = await execute(emulator);
    const { id } = await promptOf(emulator, runID);
    await emulator.api.v0.prompts.submit({ body: { id, values: { days: 1 } } });
    expect((await promptOf(emulator, runID)).values).toMatchObject({ days: 1 });
    expect([...emulator.state.all('answer')]).toEqual([]);
  });
});

describe('an answer with afterSeconds', () => {
  test('comes that much emulated time after the prompt', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 3000 });
    const runIDs = [await execute(emulator)];
    await emulator.clock.advance(2999);
    expect(await answered(emulator, runIDs)).toEqual([false]);
    await emulator.clock.advance(1.01);
    expect(await answered(emulator, runIDs)).toEqual([true]);
  });

  test('comes to prompts of a frozen clock at exactly its time, the earlier as well as the later', async () => {
    const emulator = await start();
    await emulator.send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen' } });
    const advance = (seconds: number) => emulator.send('/_emulator/clock/advance', { body: { seconds } });
    const runIDs = [await execute(emulator)];
    await advance(50);
    runIDs.push(await execute(emulator));
    await create(emulator, { ...ANY, afterSeconds: 600 });
    const done: unknown[] = [];
    for (const seconds of [549, 1, 49, 1]) {
      await advance(seconds);
      done.push(await answered(emulator, runIDs));
    }
    expect(done).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  test('does not come to a prompt that was answered by hand meanwhile', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 5, submit: { reason: 'rule' } });
    const runID = await execute(emulator);
    const { id } = await promptOf(emulator, runID);
    await emulator.api.v0.prompts.submit({ body: { id, values: { reason: 'hand' } } });
    await emulator.clock.advance(60);
    expect((await promptOf(emulator, runID)).values).toMatchObject({ reason: 'hand' });
    expect(await rules(emulator)).toMatchObject([{ matched: 1, lastProblem: null }]);
    expect(emulator.errors).toEqual([]);
  });

  test('does not come once its rule is removed; the next rule takes the prompt', async () => {
    const emulator = await start();
    await create(emulator, { ...ANY, afterSeconds: 5, submit: { reason: 'first' } });
    const runIDs = [await execute(emulator)];
    await emulator.api.emulator.answers.remove({ params: { id: 'any' } });
    await emulator.clock.advance(60);
    expect(await answered(emulator, runIDs)).toEqual([false]);
    await create(emulator, { slug: 'second' });
    expect(await answered(emulator, runIDs)).toEqual([true]);
  });

  test('does not come once its rule matches other prompts', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 5 });
    const runIDs = [await execute(emulator)];
    await replace(emulator, 'any', { ...ANY, match: { environment: 'dev' }, afterSeconds: 5 });
    await emulator.clock.advance(60);
    expect(await answered(emulator, runIDs)).toEqual([false]);
  });

  test('of a rule with ttlSeconds comes only while the rule lives', async () => {
    const emulator = await start();
    await create(emulator, { ...ANY, afterSeconds: 20, ttlSeconds: 10 });
    const runIDs = [await execute(emulator)];
    await emulator.clock.advance(60);
    expect(await answered(emulator, runIDs)).toEqual([false]);
    expect(await rules(emulator)).toEqual([]);
  });

  test('survives a restart with its counters, when its rule is in the workspace file', async () => {
    const emulator = await start({ ...ANY, skip: 1, times: 1, afterSeconds: 100 });
    const runIDs = [await execute(emulator), await execute(emulator), await execute(emulator)];
    await emulator.clock.advance(60);
    const before = await rules(emulator);
    const again = await emulator.restart();
    expect(await rules(again)).toEqual(before);
    await again.clock.advance(39.9);
    expect(await answered(again, runIDs)).toEqual([false, false, false]);
    await again.clock.advance(1.01);
    expect(await answered(again, runIDs)).toEqual([false, true, false]);
    expect(await rules(again)).toEqual(before);
    const later = await again.restart();
    await later.clock.advance(1000);
    expect(await answered(later, runIDs)).toEqual([false, true, false]);
    expect(later.errors).toEqual([]);
  });

  test('ends with the process when its rule was made at runtime, unless it is kept', async () => {
    const emulator = await start();
    await create(emulator, { slug: 'runtime', match: { environment: 'prod' }, afterSeconds: 10 });
    await create(emulator, { slug: 'kept', match: { environment: 'dev' }, afterSeconds: 10, keep: true });
    const runIDs = [await execute(emulator), await execute(emulator, 1, 'refund', 'dev')];
    const again = await emulator.restart();
    await again.clock.advance(61);
    expect(await answered(again, runIDs)).toEqual([false, true]);
    expect(await rules(again)).toMatchObject([{ slug: 'kept', matched: 1, applied: 1 }]);
  });

  test('ends with a reset', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 10 });
    await execute(emulator);
    await emulator.api.emulator.reset({});
    await emulator.clock.advance(60);
    expect(await rules(emulator)).toMatchObject([{ matched: 0, applied: 0 }]);
    expect([...emulator.state.all('answer')]).toEqual([]);
    expect(emulator.errors).toEqual([]);
  });
});

describe('the row of a prompt', () => {
  const rowOf = async ({ api }: TestEmulator, id: string) =>
    (await api.emulator.prompts.get({ params: { id } })).answer;

  test('shows the rule that answers it and when, then that it did', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 10 });
    const { id } = await promptOf(emulator, await execute(emulator));
    const due = { rule: 'any', dueAt: '2026-11-20 16:00:10.000', problem: null };
    const row = await rowOf(emulator, id);
    expect({ ...row, dueAt: row?.dueAt.slice(0, 23) }).toEqual(due);
    const { prompts } = await emulator.api.emulator.prompts.list();
    expect(prompts.map(({ answer }) => answer)).toEqual([row]);
    expect(await rowOf(await emulator.restart(), id)).toEqual(row);
  });

  test('moves with a skip of the clock, as an event of the prompt shows', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 100 });
    const { id } = await promptOf(emulator, await execute(emulator));
    await emulator.send('/_emulator/clock', { method: 'PUT', body: { autoSkip: true, state: 'frozen' } });
    const seen: string[] = [];
    emulator.ports.subscribe((event) => {
      if (event.type === 'prompt' && event.entity.id === id)
        seen.push(emulator.engine.prompts.row(event.entity).answer?.dueAt.slice(11, 19) ?? '');
    });
    await emulator.send('/_emulator/tasks', {
      body: { slug: 'waits', behavior: { kind: 'steps', steps: [1, 2, 3].map(() => ({ do: 'wait', seconds: 60 })) } },
    });
    await execute(emulator, 0, 'waits');
    for (let i = 0; i < 60; i++) await emulator.clock.advance(0.021);
    expect([seen.at(-1), seen.length]).toEqual(['16:04:40', expect.toSatisfy((count) => count <= 3)]);
  });

  test('shows the rule after it has answered, also after a restart', async () => {
    const emulator = await start({ ...ANY, cancel: true });
    const { id, cancelledAt } = await promptOf(emulator, await execute(emulator));
    const given = { rule: 'any', dueAt: cancelledAt, problem: null };
    expect(await rowOf(emulator, id)).toEqual(given);
    expect(await rowOf(await emulator.restart(), id)).toEqual(given);
  });

  test('shows why an answer was refused', async () => {
    const emulator = await start({ ...ANY, submit: { days: 'many' } });
    const { id } = await promptOf(emulator, await execute(emulator));
    expect(await rowOf(emulator, id)).toMatchObject({
      rule: 'any',
      problem: expect.stringContaining('days') as string,
    });
  });

  test('shows none without a rule, with a disabled one, and for an answer by hand', async () => {
    const emulator = await start({ ...ANY, afterSeconds: 10 });
    const { id } = await promptOf(emulator, await execute(emulator));
    await replace(emulator, 'any', { ...ANY, afterSeconds: 10, enabled: false });
    expect(await rowOf(emulator, id)).toBeNull();
    await replace(emulator, 'any', { ...ANY, afterSeconds: 10 });
    expect(await rowOf(emulator, id)).toMatchObject({ rule: 'any' });
    await emulator.api.emulator.answers.remove({ params: { id: 'any' } });
    expect(await rowOf(emulator, id)).toBeNull();
    await emulator.api.v0.prompts.submit({ body: { id, values: { days: 1 } } });
    expect(await rowOf(emulator, id)).toBeNull();
  });

  test('is sent again in the event stream whenever its answer changes', async () => {
    const emulator = await start();
    const shown: (string | null | undefined)[] = [];
    emulator.ports.subscribe((event) => {
      if (event.type === 'prompt') shown.push(emulator.engine.prompts.row(event.entity).answer?.rule ?? null);
    });
    await execute(emulator);
    await create(emulator, { ...ANY, afterSeconds: 10 });
    await settled();
    expect([shown[0], shown.at(-1)]).toEqual([null, 'any']);
    const before = shown.length;
    await emulator.api.emulator.answers.removeAll({});
    await settled();
    expect(shown.slice(before)).toContain(null);
    expect(shown.at(-1)).toBeNull();
  });
});

test('a refused answer keeps its problem over a restart and is not tried again', async () => {
  const emulator = await start({ ...ANY, submit: { days: 'many' } });
  const runIDs = [await execute(emulator)];
  const before = await rules(emulator);
  const again = await emulator.restart();
  await settled();
  expect(await rules(again)).toEqual(before);
  expect(await answered(again, runIDs)).toEqual([false]);
});

test('three hundred pending prompts are answered in the order of their creation, over several turns', async () => {
  const emulator = await testEmulator({
    ...WORKSPACE,
    tasks: (WORKSPACE.tasks ?? []).map((task) => ({ ...task, concurrency: 1000 })),
  });
  const runIDs: string[] = [];
  for (let i = 0; i < 300; i++) runIDs.push(await execute(emulator, i));
  await create(emulator, ANY);
  while (emulator.state.pendingPrompts().length > 0) await settled();
  const prompts = await Promise.all(runIDs.map((runID) => promptOf(emulator, runID)));
  const ends = prompts.map(({ submittedAt }) => submittedAt);
  expect(ends).toEqual(ends.toSorted());
  expect((await rules(emulator))[0]).toMatchObject({ matched: 300, applied: 300 });
});

test('the example of the documentation does what it says', async () => {
  const emulator = await start(JSON.parse(block('approve_small')) as AuthoredAnswerRule);
  const runIDs = [await execute(emulator, 499), await execute(emulator, 500)];
  await emulator.clock.advance(6);
  expect(await answered(emulator, runIDs)).toEqual([true, false]);
  expect(await promptOf(emulator, runIDs[0] ?? '')).toMatchObject({
    values: { reason: '499 is fine' },
    submittedBy: ADA,
  });
});
