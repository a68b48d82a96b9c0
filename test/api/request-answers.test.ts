import { describe, expect, test } from 'vitest';
import { LOCAL_USER } from '../../electron/emulator/engine/definitions/definitions.ts';
import type { AnswerItem } from '../../shared/contract/emulator/rules.ts';
import type { AuthoredAnswerRule } from '../../shared/model/rule.ts';
import type { TriggerRequest } from '../../shared/model/prompt.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { block } from '../support/docs.ts';
import { type TestEmulator, testEmulator } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { steps } from '../support/steps.ts';

const ADA = 'usrada00000000000000';
const PAY = 'tskpay00000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [
    { slug: 'dev', default: true },
    { slug: 'prod', name: 'Production' },
  ],
  users: [
    { id: ADA, email: 'ada@example.com', name: 'Ada' },
    { email: 'bob@example.com', name: 'Bob' },
  ],
  tasks: [
    { slug: 'order', behavior: HELD, concurrency: 10 },
    {
      id: PAY,
      slug: 'pay',
      requireRequests: true,
      parameters: [{ slug: 'amount', type: 'integer', default: 7 }],
      behavior: steps({ do: 'prompt', description: 'Sure?' }, { do: 'output', value: '{{ params.amount }}' }),
    },
  ],
  runbooks: [{ slug: 'close_month', blocks: [{ slug: 'one', kind: 'task', task: 'order' }] }],
};

const APPROVE = { slug: 'approve', requests: 'approve' } as const;

async function start(...answers: AuthoredAnswerRule[]): Promise<Asking> {
  const hangar = await testEmulator({ ...WORKSPACE, answers });
  return { hangar, ...(await heldRun(hangar.api, 'order')) };
}

/** An emulator, and a run that requests. */
interface Asking {
  readonly hangar: TestEmulator;
  readonly key: string;
  readonly runID: string;
}

async function ask({ hangar, key }: Asking, paramValues: object = {}, rest: object = {}): Promise<string> {
  const body = { triggerID: `trg${PAY}`, reason: 'Invoice', requestData: { taskData: { paramValues } }, ...rest };
  const { status, json } = await hangar.send('/v0/requests/create', { key, body });
  expect({ status, json }).toMatchObject({ status: 200 });
  await settled();
  return (json as { triggerRequestID: string }).triggerRequestID;
}

async function read({ hangar, key }: Asking, id: string): Promise<TriggerRequest> {
  return (await hangar.send(`/v0/requests/get?triggerRequestID=${id}`, { key })).json as TriggerRequest;
}

const statusOf = async (asking: Asking, id: string) => (await read(asking, id)).status;

async function rule({ hangar }: Asking): Promise<AnswerItem | undefined> {
  return (await hangar.api.emulator.answers.list({})).items[0];
}

const rowOf = ({ hangar }: Asking, id: string) => hangar.api.emulator.requests.get({ params: { id } });

describe('a rule about requests', () => {
  test('approves a request as the local user, with a reason from a template, and is named', async () => {
    const reason = '{{ params.amount }} in {{ env.slug }} by {{ run.taskSlug }}: {{ request.reason }}';
    const asking = await start({ ...APPROVE, reason });
    const id = await ask(asking, { amount: 5 });
    const request = await read(asking, id);
    expect(request).toMatchObject({ status: 'approved', executedBy: LOCAL_USER.id });
    expect(await rowOf(asking, id)).toMatchObject({
      answerReason: '5 in dev by order: Invoice',
      answer: { rule: 'approve', dueAt: request.executedAt, problem: null },
    });
    const { run } = await asking.hangar.api.emulator.runs.get({
      params: { id: request.triggerReceipt?.taskRunID ?? '' },
    });
    expect(run).toMatchObject({ taskID: PAY, paramValues: { amount: 5 } });
    const { lines } = await asking.hangar.api.emulator.runs.logs({ params: { id: asking.runID } });
    expect(lines.map(({ text }) => text)).toContain(`The automatic answer "approve" approved request ${id}.`);
    expect(await rule(asking)).toMatchObject({ matched: 1, applied: 1, lastProblem: null });
    expect(asking.hangar.errors).toEqual([]);
  });

  test('rejects it as the user with the e-mail', async () => {
    const asking = await start({ slug: 'no', requests: 'reject', reason: 'Too late.', as: 'ada@example.com' });
    expect(await read(asking, await ask(asking))).toMatchObject({
      ...{ status: 'rejected', rejectedReason: 'Too late.', rejectedBy: ADA },
    });
  });

  test('leaves prompts alone, as rules without "requests" leave requests alone, even of the same task', async () => {
    const asking = await start({ slug: 'prompts', match: { task: 'pay' } });
    const id = await ask(asking);
    expect(await statusOf(asking, id)).toBe('pending');
    expect(await rule(asking)).toMatchObject({ matched: 0 });
    await asking.hangar.send('/_emulator/answers/prompts', { method: 'PUT', body: { ...APPROVE }, key: null });
    await settled();
    const { status, triggerReceipt } = await read(asking, id);
    expect(status).toBe('approved');
    const { prompts } = await asking.hangar.api.v0.prompts.list({ query: { runID: triggerReceipt?.taskRunID ?? '' } });
    expect(prompts).toMatchObject([{ submittedAt: null }]);
    expect(await rule(asking)).toMatchObject({ slug: 'approve', matched: 1 });
  });

  test.each([
    { match: { task: 'pay' }, status: 'approved' },
    { match: { task: 'order' }, status: 'pending' },
    { match: { environment: 'dev' }, status: 'approved' },
    { match: { environment: 'prod' }, status: 'pending' },
    { match: { runbook: 'close_month' }, status: 'pending' },
    { when: 'params.amount == 7 && request.reason == "Invoice" && env.slug == "dev"', status: 'approved' },
    { when: 'prompt.description == "Sure?"', status: 'pending' },
  ])('answers only requests that meet $match $when: $status', async ({ status, ...fields }) => {
    const asking = await start({ ...APPROVE, ...fields });
    expect(await statusOf(asking, await ask(asking))).toBe(status);
  });

  test('counts, answers pending requests, and may be disabled', async () => {
    const asking = await start();
    const ids = [await ask(asking), await ask(asking), await ask(asking)];
    await asking.hangar.send('/_emulator/answers', { body: { ...APPROVE, skip: 1, times: 1 }, key: null });
    await settled();
    expect(await Promise.all(ids.map((id) => statusOf(asking, id)))).toEqual(['pending', 'approved', 'pending']);
    expect(await rule(asking)).toMatchObject({ matched: 3, applied: 1, completed: true });
  });
});

describe('an answer that is due later', () => {
  test('comes after its seconds on the clock, and is shown and found before', async () => {
    const asking = await start({ ...APPROVE, afterSeconds: 60 });
    const id = await ask(asking);
    expect(await rowOf(asking, id)).toMatchObject({
      request: { status: 'pending' },
      answer: { rule: 'approve', problem: null },
    });
    const { requests } = await asking.hangar.api.emulator.requests.list({ query: { q: 'is:automatic' } });
    expect(requests.map(({ request }) => request.iD)).toEqual([id]);
    const { upcoming } = await asking.hangar.api.emulator.clock.read();
    expect(upcoming[0]).toMatchObject({ kind: 'answer', runID: asking.runID });
    await asking.hangar.clock.advance(60.01);
    expect(await statusOf(asking, id)).toBe('approved');
  });

  test('comes after a restart, also to a request whose run has ended', async () => {
    const asking = await start({ ...APPROVE, afterSeconds: 60 });
    const id = await ask(asking);
    await asking.hangar.clock.advance(30);
    const again = await asking.hangar.restart();
    expect((await again.api.v0.runs.get({ query: { id: asking.runID } })).status).toBe('Failed');
    await again.clock.advance(29);
    const status = async () => (await again.api.emulator.requests.get({ params: { id } })).request.status;
    expect(await status()).toBe('pending');
    await again.clock.advance(1.01);
    expect(await status()).toBe('approved');
    expect((await again.api.emulator.requests.get({ params: { id } })).answer).toMatchObject({ rule: 'approve' });
    const later = await again.restart();
    expect((await later.api.emulator.answers.list({})).items).toMatchObject([{ matched: 1, applied: 1 }]);
    expect([...later.state.all('answer')]).toEqual([]);
    expect(later.errors).toEqual([]);
  });

  test('does not come to a request that was answered by hand meanwhile', async () => {
    const asking = await start({ ...APPROVE, afterSeconds: 60 });
    const id = await ask(asking);
    await asking.hangar.api.emulator.requests.reject({ params: { id }, body: {} });
    await asking.hangar.clock.advance(61);
    expect(await statusOf(asking, id)).toBe('rejected');
    expect((await rowOf(asking, id)).answer).toBeNull();
  });
});

describe('an answer that breaks a rule', () => {
  const OTHERS = { reviewers: { users: ['ada@example.com'] } };
  test.each([
    { of: 'the reviewers', fields: { as: 'bob@example.com' }, asked: OTHERS, problem: /Only its reviewers/ },
    {
      of: 'self-approval',
      fields: {},
      asked: { reviewers: { allowSelfApprovals: false } },
      problem: /does not allow self-approval/,
    },
    { of: 'the users', fields: { as: 'nobody@example.com' }, asked: {}, problem: /nobody@example\.com/ },
    { of: 'its template', fields: { reason: '{{ params.nothing.at.all }}' }, asked: {}, problem: /nothing/ },
    { of: 'its length', fields: { reason: '{{ "x".repeat(10001) }}' }, asked: {}, problem: /10,?000 characters/ },
  ])('of $of leaves the request pending, and says why', async ({ fields, asked, problem }) => {
    const asking = await start({ ...APPROVE, ...fields });
    const id = await ask(asking, {}, asked);
    expect(await statusOf(asking, id)).toBe('pending');
    const text = (await rule(asking))?.lastProblem;
    expect(text).toMatch(problem);
    expect(text).toContain(`Request ${id}: `);
    expect((await rowOf(asking, id)).answer?.problem).toMatch(problem);
    const { items } = await asking.hangar.api.emulator.findings.list();
    expect(items).toMatchObject([
      {
        rule: 'answer-refused',
        message: expect.stringContaining(`"approve" to the request ${id} was refused`) as string,
      },
    ]);
    const { requests } = await asking.hangar.api.emulator.requests.list({ query: { q: 'is:refused' } });
    expect(requests).toHaveLength(1);
    expect(asking.hangar.errors).toEqual([]);
  });

  test('of the task leaves the request pending', async () => {
    const asking = await start({ ...APPROVE, afterSeconds: 10 });
    const id = await ask(asking, { amount: 5 });
    await asking.hangar.api.emulator.definitions.tasks.remove({ params: { id: 'pay' } });
    await asking.hangar.clock.advance(11);
    expect(await statusOf(asking, id)).toBe('pending');
    expect((await rule(asking))?.lastProblem).toMatch(/There is no task "pay"/);
  });
});

test.each([
  [{ requests: 'approve', submit: { amount: 1 } }, /^submit: is for prompts/],
  [{ requests: 'approve', cancel: true }, /^cancel: is for prompts/],
  [{ requests: 'maybe' }, /^requests: must be/],
  [{ requests: 'approve', reason: '{{ 1 + }}' }, /^reason: /],
  [{ reason: 'Fine' }, /^reason: needs "requests"/],
])('The rule %j is a 400 that names the field', async (fields, error) => {
  const hangar = await testEmulator(WORKSPACE);
  const { status, json } = await hangar.send('/_emulator/answers', { body: { slug: 'a', ...fields } });
  expect([status, json]).toEqual([400, expect.objectContaining({ error: expect.stringMatching(error) as string })]);
});

test('the rule of the documentation approves requests below its limit', async () => {
  const documented = JSON.parse(block('approve_request')) as AuthoredAnswerRule;
  const asking = await start(documented);
  expect(await statusOf(asking, await ask(asking, { amount: 499 }))).toBe('approved');
  expect(await statusOf(asking, await ask(asking, { amount: 500 }))).toBe('pending');
});
