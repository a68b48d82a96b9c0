import { beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_USER, TEAM_ID } from '../../electron/emulator/engine/definitions/definitions.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { TriggerRequest } from '../../shared/model/prompt.ts';
import { type TestEmulator, testEmulator, type TestRequest } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { steps } from '../support/steps.ts';

const ADA = 'usrada00000000000000';
const BOB = 'usrbob00000000000000';
const FINANCE = 'grpfinance0000000000';
const PAY = 'tskpay00000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  users: [
    { id: ADA, email: 'ada@example.com', role: 'admin' },
    { id: BOB, email: 'bob@example.com' },
    { email: 'cy@example.com' },
  ],
  groups: [{ id: FINANCE, slug: 'finance', members: ['bob@example.com'] }],
  apiKeys: [
    { name: 'deploy', key: 'tkn_deploy', user: 'ada@example.com', requests: 'bypass' },
    { name: 'bob', key: 'tkn_bob', user: 'bob@example.com' },
  ],
  tasks: [
    { slug: 'ask', behavior: HELD, concurrency: 10 },
    {
      id: PAY,
      slug: 'pay',
      name: 'Pay out',
      description: 'Pays an amount out.',
      requireRequests: true,
      timeout: 60,
      parameters: [{ slug: 'amount', type: 'integer' }],
      webhooks: { incoming: { secret: 'hook' } },
      behavior: steps({ do: 'output', value: { paid: '{{ params.amount }}' } }),
    },
    {
      slug: 'hidden',
      isPrivate: true,
      permissions: [
        { roleID: 'task_admin', subGroupID: 'finance' },
        { roleID: 'task_admin', subUserID: ADA },
        { roleID: 'task_requester', subUserID: 'cy@example.com' },
        { roleID: 'task_executer', subUserID: ADA },
      ],
    },
  ],
};

let hangar: TestEmulator;
let key: string;
let runID: string;

beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE);
  ({ key, runID } = await heldRun(hangar.api, 'ask'));
});

function call(path: string, body?: object, rest: TestRequest = {}) {
  return hangar.send(`/v0/${path}`, { key, ...(body === undefined ? {} : { body }), ...rest });
}

const VALID = { triggerID: `trg${PAY}`, requestData: { taskData: { paramValues: { amount: 5 } } } };

async function request(body: object = {}): Promise<string> {
  const { status, json } = await call('requests/create', { ...VALID, ...body });
  expect({ status, json }).toMatchObject({ status: 200 });
  return (json as { triggerRequestID: string }).triggerRequestID;
}

async function read(id: string): Promise<TriggerRequest> {
  return (await call(`requests/get?triggerRequestID=${id}`)).json as TriggerRequest;
}

/** The error of an answer to a request that is not pending (decision `prompt-states`). */
function completed(how: string) {
  return { error: `request has already completed: it was ${how}`, code: 'invalid_request' };
}

async function answer(id: string, how: 'approve' | 'reject', body: object = {}) {
  const { status, json } = await hangar.send(`/_emulator/requests/${id}/${how}`, { body, key: null });
  return { status, json: json as { request: TriggerRequest; code?: string; error?: string } };
}

describe('a task that requires requests', () => {
  test.each([
    { who: 'a key of the local user', key: 'tkn_local', status: 403 },
    { who: 'a key of a developer', key: 'tkn_bob', status: 403 },
    { who: 'a key that bypasses requests', key: 'tkn_deploy', status: 200 },
  ])('answers $status to $who', async ({ key: sent, status }) => {
    const answered = await call('tasks/execute', { slug: 'pay', paramValues: { amount: 1 } }, { key: sent });
    expect(answered.status).toBe(status);
    if (status !== 403) return;
    expect(answered.json).toEqual({
      error:
        'The task "pay" must be requested: call /v0/requests/create from a run, or use a key with "requests": "bypass".',
      code: 'task_must_be_requested',
    });
  });

  test('is refused before its values are checked, and to the key of a run of a key that bypasses', async () => {
    const { key: ofRun } = await heldRun(hangar.api, 'ask');
    const byDeploy = await call('tasks/execute', { slug: 'ask' }, { key: 'tkn_deploy' });
    expect(byDeploy.status).toBe(200);
    expect(await call('tasks/execute', { slug: 'pay', paramValues: {} }, { key: ofRun })).toMatchObject({
      status: 403,
      json: { code: 'task_must_be_requested' },
    });
  });

  test('is executed by its webhook and from the window as before', async () => {
    const hooked = await hangar.send(`/v0/webhooks/dev/${PAY}/hook`, { body: {}, key: null });
    // Its only required parameter cannot come from a webhook: the task was reached.
    expect(hooked.json).toMatchObject({ code: 'invalid_request' });
    const started = await hangar.api.emulator.runs.execute({
      params: { id: PAY },
      body: { paramValues: { amount: 2 } },
    });
    expect(started.runID).toMatch(/^run/);
  });
});

test.each([
  ['', ['Invoice of May', 'Invoice of June']],
  ['invoice', ['Invoice of May', 'Invoice of June']],
  ['"invoice of june"', ['Invoice of June']],
  ['-june', ['Invoice of May']],
  ['param.amount:5 task:pay env:dev is:approval since:1h', ['Invoice of May']],
  ['param.amount:>=60', ['Invoice of June']],
  ['param.amount:<60', ['Invoice of May']],
  ['is:automatic', []],
  ['is:refused', []],
  ['until:1h', []],
  ['env:prod', []],
  ['session:ses', []],
  ['run:run', ['Invoice of May', 'Invoice of June']],
])('the filter %j finds the requests %j', async (q, reasons) => {
  await request({ reason: 'Invoice of May' });
  await request({ reason: 'Invoice of June', requestData: { taskData: { paramValues: { amount: 60 } } } });
  const { requests } = await hangar.api.emulator.requests.list({ query: { q } });
  expect(requests.map(({ request: { reason } }) => reason)).toEqual(reasons);
});

test('a filter of requests without a meaning is a 400', async () => {
  expect((await hangar.send('/_emulator/requests?q=since%3Alate', { key: null })).status).toBe(400);
});

describe('a request', () => {
  test('is made for the form of a task, waits, and executes the task once when it is approved', async () => {
    expect((await call('tasks/getTaskReviewers?taskSlug=pay')).json).toEqual({
      task: {
        id: PAY,
        name: 'Pay out',
        slug: 'pay',
        description: 'Pays an amount out.',
        parameters: [expect.objectContaining({ slug: 'amount', type: 'integer' })],
        timeout: 60,
        triggers: [{ triggerID: `trg${PAY}`, kind: 'form', taskID: PAY, name: 'Pay out' }],
      },
      reviewers: [
        { userID: LOCAL_USER.id, groupID: null },
        { userID: ADA, groupID: null },
      ],
    });

    const id = await request({ reason: 'Invoice 7', reviewers: [{ userID: BOB }, { groupID: 'finance' }] });
    const pending = {
      iD: id,
      teamID: TEAM_ID,
      createdAt: expect.stringMatching(/\+00$/) as string,
      createdBy: LOCAL_USER.id,
      reason: 'Invoice 7',
      status: 'pending',
      reviewers: [
        { userID: BOB, groupID: null },
        { userID: null, groupID: FINANCE },
      ],
    };
    expect(await read(id)).toEqual(pending);
    expect((await hangar.api.emulator.requests.list()).requests).toMatchObject([
      { request: { iD: id }, runID, taskSlug: 'pay', name: 'Pay out', environment: 'dev', paramValues: { amount: 5 } },
    ]);

    const approved = await answer(id, 'approve', { as: 'bob@example.com', reason: 'Fine' });
    const taskRunID = approved.json.request.triggerReceipt?.taskRunID ?? '';
    expect(await read(id)).toEqual({
      ...pending,
      status: 'approved',
      triggerReceipt: { taskRunID },
      executedAt: expect.stringMatching(/\+00$/) as string,
      executedBy: BOB,
    });
    await settled();
    expect((await call(`runs/getOutputs?id=${taskRunID}`)).json).toEqual({ output: { paid: 5 } });
    expect((await call(`runs/get?id=${taskRunID}`)).json).toMatchObject({ createdBy: pending.createdBy });
    expect((await hangar.api.emulator.requests.list()).requests).toEqual([]);

    for (const how of ['approve', 'reject'] as const) {
      const again = await answer(id, how, { as: 'bob@example.com' });
      expect([again.status, again.json]).toEqual([400, completed('approved')]);
      expect(await answer(id, how)).toMatchObject({ status: 403 });
    }
    expect((await hangar.api.v0.runs.list({ query: { taskSlug: 'pay' } })).runs).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'approved', triggerReceipt: { taskRunID } });
  });

  test('that is rejected executes nothing, and stays rejected', async () => {
    const id = await request();
    await answer(id, 'reject', { reason: 'Too much' });
    const rejected = await read(id);
    expect(rejected).toEqual({
      ...{ iD: id, teamID: TEAM_ID, createdAt: rejected.createdAt, createdBy: rejected.createdBy, reason: '' },
      ...{ status: 'rejected', reviewers: [], rejectedReason: 'Too much', rejectedBy: LOCAL_USER.id },
      rejectedAt: expect.stringMatching(/\+00$/) as string,
    });
    for (const how of ['approve', 'reject'] as const) {
      const again = await answer(id, how, { reason: 'Again' });
      expect([again.status, again.json]).toEqual([400, completed('rejected')]);
    }
    expect(await read(id)).toEqual(rejected);
    expect((await hangar.api.v0.runs.list({ query: { taskSlug: 'pay' } })).runs).toEqual([]);
  });

  test('outlives its run, and belongs to the environment of the run', async () => {
    const prod = await heldRun(hangar.api, 'ask', 'prod');
    const { json } = await call('requests/create', VALID, { key: prod.key });
    await hangar.api.v0.runs.cancel({ body: { runID: prod.runID } });
    const { triggerRequestID: id } = json as { triggerRequestID: string };
    const { request: approved } = (await answer(id, 'approve')).json;
    const { run } = await hangar.api.emulator.runs.get({ params: { id: approved.triggerReceipt?.taskRunID ?? '' } });
    expect(run).toMatchObject({ status: 'Succeeded', paramValues: { amount: 5 } });
    expect((await hangar.api.emulator.requests.get({ params: { id } })).environment).toBe('prod');
  });

  test('stays pending while its task cannot be executed', async () => {
    const id = await request();
    const { tasks } = hangar.api.emulator.definitions;
    await tasks.remove({ params: { id: PAY } });
    expect(await answer(id, 'approve')).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect((await read(id)).status).toBe('pending');
    expect((await answer(id, 'reject')).status).toBe(200);
  });
});

describe('wrong input', () => {
  test.each([
    ['tasks/getTaskReviewers', undefined, 400, 'taskSlug'],
    ['tasks/getTaskReviewers?taskSlug=none', undefined, 404, 'There is no task "none"'],
    ['requests/create', {}, 400, 'triggerID'],
    ['requests/create', { ...VALID, triggerID: PAY }, 404, 'There is no trigger'],
    ['requests/create', { ...VALID, triggerID: 'trg' }, 404, 'There is no trigger "trg"'],
    ['requests/create', { ...VALID, reason: 'x'.repeat(10_001) }, 400, 'reason'],
    ['requests/create', { ...VALID, reviewers: [{ userID: 'nobody@example.com' }] }, 400, 'user "nobody@example.com"'],
    ['requests/create', { ...VALID, reviewers: { groups: ['none'] } }, 400, 'group "none"'],
    ['requests/create', { ...VALID, reviewers: 'bob@example.com' }, 400, 'reviewers'],
    ['requests/create', { triggerID: VALID.triggerID }, 400, 'amount'],
    ['requests/create', { ...VALID, requestData: { taskData: { paramValues: { amount: 'x' } } } }, 400, 'amount'],
    ['requests/create', { ...VALID, requestData: { taskData: { paramValues: [] } } }, 400, 'paramValues'],
    [
      'requests/create',
      { ...VALID, requestData: { taskData: { paramValues: { amount: 1, note: 'x'.repeat(100_000) } } } },
      400,
      '100,000 characters',
    ],
    ['requests/get', undefined, 400, 'triggerRequestID'],
    ['requests/get?triggerRequestID=trqnone', undefined, 404, 'There is no request "trqnone"'],
  ] as const)('%s is refused, case %#', async (path, body, status, text) => {
    const answered = await call(path, body);
    expect({ status: answered.status, error: (answered.json as { error: string }).error }).toEqual({
      status,
      error: expect.stringContaining(text) as string,
    });
    expect((await hangar.api.emulator.requests.list()).requests).toEqual([]);
  });

  test('`null` counts as absent', async () => {
    const id = await request({ reason: null, reviewers: null });
    expect(await read(id)).toMatchObject({ reason: '', reviewers: [] });
    await request({ reviewers: [{ userID: null, groupID: FINANCE }] });
    await request({ reviewers: { users: null, groups: ['finance'], allowSelfApprovals: null } });
    expect((await answer(id, 'approve', { as: null, reason: null })).status).toBe(200);
  });

  test('a request of another run is 404', async () => {
    const id = await request();
    const other = await heldRun(hangar.api, 'ask');
    expect((await call(`requests/get?triggerRequestID=${id}`, undefined, { key: other.key })).status).toBe(404);
  });

  test('an answer to a request that does not exist, by nobody, or with a long reason is refused', async () => {
    const id = await request();
    expect((await answer('trqnone', 'approve')).status).toBe(404);
    expect((await answer(id, 'approve', { as: 'nobody@example.com' })).status).toBe(404);
    expect((await answer(id, 'reject', { reason: 'x'.repeat(10_001) })).status).toBe(400);
    expect((await answer(id, 'reject', { why: 'x' })).status).toBe(400);
  });

  test('more than 1,000 requests push out answered ones, and are refused while all are pending', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 1000; n++) ids.push(await request());
    expect((await call('requests/create', VALID)).status).toBe(409);
    const [, second = ''] = ids;
    await answer(second, 'reject');
    await request();
    expect((await call(`requests/get?triggerRequestID=${second}`)).status).toBe(404);
  });
});

describe('the reviewers of a request', () => {
  test.each([
    { reviewers: {}, as: 'bob@example.com', status: 200 },
    { reviewers: { users: ['ada@example.com'] }, as: 'bob@example.com', status: 403 },
    { reviewers: { groups: ['finance'] }, as: 'bob@example.com', status: 200 },
    { reviewers: { groups: ['finance'] }, as: LOCAL_USER.id, status: 403 },
    { reviewers: { users: ['bob@example.com'], allowSelfApprovals: false }, as: BOB, run: 'tkn_bob', status: 200 },
    { reviewers: { allowSelfApprovals: false }, as: ADA, status: 200 },
  ])('$reviewers answered as $as is $status', async ({ reviewers, as, status }) => {
    const id = await request({ reviewers });
    expect((await answer(id, 'approve', { as })).status).toBe(status);
    expect((await read(id)).status).toBe(status === 200 ? 'approved' : 'pending');
  });

  test('a private task is reviewed by those whom its permissions name, but for its requesters', async () => {
    expect((await call('tasks/getTaskReviewers?taskSlug=hidden')).json).toMatchObject({
      reviewers: [
        { userID: ADA, groupID: null },
        { userID: null, groupID: FINANCE },
      ],
    });
  });
});
