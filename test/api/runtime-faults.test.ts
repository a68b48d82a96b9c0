import { beforeEach, describe, expect, test } from 'vitest';
import type { AuthoredFault } from '../../shared/model/fault.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { type TestEmulator, testEmulator, type TestRequest } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { steps } from '../support/steps.ts';

const PAY = 'tskpay00000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  tasks: [
    { slug: 'order', behavior: HELD, concurrency: 10 },
    { slug: 'other', behavior: HELD, concurrency: 10 },
    { id: PAY, slug: 'pay', behavior: steps({ do: 'wait', seconds: 60 }) },
  ],
};

let hangar: TestEmulator;
let key: string;
let runID: string;

beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE);
  ({ key, runID } = await heldRun(hangar.api, 'order'));
});

/** Adds a fault with the status 418, which nothing else answers. */
async function fault(fields: Partial<Extract<AuthoredFault, { kind: 'error' }>>): Promise<void> {
  await hangar.api.emulator.faults.create({ body: { slug: 'f', ...fields, kind: 'error', status: 418 } });
}

async function call(path: string, body?: object, sent = key, rest: TestRequest = {}): Promise<number> {
  return (await hangar.send(`/v0/${path}`, { key: sent, ...(body === undefined ? {} : { body }), ...rest })).status;
}

const REQUEST = { triggerID: `trg${PAY}` };

/** A request of each call, which succeeds without faults. */
const CALLS: [operation: string, path: string, body: object | undefined][] = [
  ['prompts/create', 'prompts/create', {}],
  ['displays/create', 'displays/create', { display: { kind: 'json', value: 1 } }],
  ['sleeps/create', 'sleeps/create', { durationMs: 1 }],
  ['uploads/create', 'uploads/create', { fileName: 'a.txt', sizeBytes: 1 }],
  ['requests/create', 'requests/create', REQUEST],
  ['tasks/getTaskReviewers', 'tasks/getTaskReviewers?taskSlug=pay', undefined],
  ['oidc/generateIDToken', 'oidc/generateIDToken', { audience: 'a' }],
  ['runs/create', 'runs/create', { taskID: PAY }],
];

describe('a fault of a call of task code', () => {
  test.each(CALLS)('%s', async (operation, path, body) => {
    await fault({ match: { operation: operation as 'prompts/create' }, times: 1 });
    expect([await call(path, body), await call(path, body)]).toEqual([418, 200]);
  });

  test('meets reads of what the run made, too', async () => {
    const { json } = await hangar.send('/v0/sleeps/create', { key, body: { durationMs: 1 } });
    const { json: asked } = await hangar.send('/v0/requests/create', { key, body: REQUEST });
    const { id } = json as { id: string };
    const { triggerRequestID } = asked as { triggerRequestID: string };
    await fault({ match: { operation: ['sleeps/get', 'requests/get', 'users/get'] } });
    const reads = [`sleeps/get?id=${id}`, `requests/get?triggerRequestID=${triggerRequestID}`, 'users/get?userID=me'];
    for (const path of reads) expect([path, await call(path)]).toEqual([path, 418]);
  });

  test('is about the task, the environment and the run that calls', async () => {
    const { key: inProd } = await heldRun(hangar.api, 'order', 'prod');
    const { key: other } = await heldRun(hangar.api, 'other', 'prod');
    await fault({
      match: { operation: 'sleeps/create', task: 'order', environment: 'prod' },
      countPer: 'run',
      times: 1,
    });
    const statuses = [];
    for (const sent of [key, inProd, other, inProd])
      statuses.push(await call('sleeps/create', { durationMs: 1 }, sent));
    expect(statuses).toEqual([200, 418, 200, 200]);
  });

  test('is about the task that is requested or executed', async () => {
    await fault({ match: { task: 'pay' } });
    const statuses = [];
    for (const [, path, body] of CALLS) statuses.push([path, await call(path, body)]);
    expect(statuses.filter(([, status]) => status === 418).map(([path]) => path)).toEqual([
      'requests/create',
      'tasks/getTaskReviewers?taskSlug=pay',
      'runs/create',
    ]);
  });

  test('ends the run that runs/create made', async () => {
    const body: AuthoredFault = { slug: 'end', kind: 'run', message: 'Broken.', match: { operation: 'runs/create' } };
    await hangar.api.emulator.faults.create({ body });
    const { json } = await hangar.send('/v0/runs/create', { key, body: { taskID: PAY } });
    await settled();
    const { runID: id } = json as { runID: string };
    expect((await hangar.api.v0.runs.get({ query: { id } })).status).toBe('Failed');
  });
});

test('coverage lists a call of task code once there was one', async () => {
  const listed = async () => (await hangar.api.emulator.coverage.read()).operations;
  expect((await listed()).map(({ operation }) => operation)).not.toContain('sleeps/create');
  await call('sleeps/create', { durationMs: 1 });
  expect(await listed()).toContainEqual({ operation: 'sleeps/create', calls: 1, answers: { 200: 1 }, faults: {} });
});

test('a wait for a request finds the calls of the runs of a task, and traffic names the run', async () => {
  await call('displays/create', { display: { kind: 'json', value: 1 } });
  const { json } = await hangar.send('/_emulator/wait', {
    body: { for: 'request', operation: 'displays/create', task: 'order' },
    key: null,
  });
  expect(json).toMatchObject({ requests: [{ path: '/v0/displays/create', runID }] });
});

describe('findings', () => {
  const found = async () =>
    (await hangar.api.emulator.findings.list()).items.map(({ rule, message }) => [rule, message]);

  test('tell a prompt that was created again after a failure without a key', async () => {
    await fault({ times: 1, match: { operation: 'prompts/create' } });
    const { status } = await hangar.send('/_emulator/faults/f', {
      method: 'PUT',
      body: { slug: 'f', kind: 'error', status: 503, times: 1, match: { operation: 'prompts/create' } },
    });
    expect(status).toBe(200);
    await call('prompts/create', { description: 'Sure?' });
    await call('prompts/create', { description: 'Sure?' });
    expect(await found()).toMatchObject([['retry-without-key', expect.stringContaining('prompts/create') as string]]);
  });

  test('take equal calls of two runs for two calls', async () => {
    const { key: other } = await heldRun(hangar.api, 'order');
    await hangar.api.emulator.faults.create({ body: { slug: 'busy', kind: 'error', status: 503, times: 1 } });
    await call('prompts/create', { description: 'Sure?' });
    await call('prompts/create', { description: 'Sure?' }, other);
    expect(await found()).toEqual([]);
  });
});
