import { beforeEach, describe, expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { type TestEmulator, testEmulator, type TestRequest } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { HELD, heldRun } from '../support/held-run.ts';
import { steps } from '../support/steps.ts';

const ADA = 'usrada00000000000000';
const GREET = 'tskgreet000000000000';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  users: [{ id: ADA, email: 'ada@example.com', name: 'Ada', role: 'admin' }],
  groups: [{ slug: 'finance', members: ['ada@example.com'] }],
  apiKeys: [{ name: 'deploy', key: 'tkn_deploy', user: 'ada@example.com' }],
  tasks: [
    { slug: 'ask', behavior: HELD, concurrency: 10 },
    {
      id: GREET,
      slug: 'greet',
      parameters: [{ slug: 'name' }],
      behavior: steps({ do: 'output', value: '{{ params.name }} in {{ env.slug }}' }),
    },
    { slug: 'guarded', requireRequests: true },
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

async function createPrompt(body: object, rest: TestRequest = {}): Promise<string> {
  const { status, json } = await call('prompts/create', body, rest);
  expect({ status, json }).toMatchObject({ status: 200 });
  return (json as { id: string }).id;
}

const settledNow = () =>
  hangar.send('/_emulator/wait', { body: { for: 'settled', timeoutSeconds: 5 }, key: null }).then(({ json }) => json);

describe('prompts/create', () => {
  test('creates a prompt of the run as an SDK sends it, which is answered as any other', async () => {
    const id = await createPrompt({
      schema: {
        parameters: [
          {
            slug: 'size',
            name: 'Size',
            type: 'string',
            component: '',
            desc: null,
            default: null,
            constraints: {
              optional: false,
              regex: null,
              options: [
                { label: 'Small', value: 's' },
                { label: 'Large', value: 'l' },
              ],
            },
          },
          { slug: 'color', options: [{ label: 'Red', value: 'red' }, 'blue'], constraints: { optional: true } },
        ],
      },
      reviewers: { users: ['ada@example.com'], groups: ['finance'], allowSelfApprovals: false },
      confirmText: 'Order',
      cancelText: null,
      description: 'Which **size**?',
      notify: true,
    });
    expect((await call(`prompts/get?id=${id}`)).json).toMatchObject({
      prompt: {
        id,
        runID,
        confirmText: 'Order',
        cancelText: 'Cancel',
        description: 'Which **size**?',
        reviewers: { users: ['ada@example.com'], groups: ['finance'], allowSelfApprovals: false },
        schema: {
          parameters: [
            {
              slug: 'size',
              constraints: {
                options: [
                  { label: 'Small', value: 's' },
                  { label: 'Large', value: 'l' },
                ],
              },
            },
            {
              slug: 'color',
              constraints: { optional: true, options: [{ label: 'Red', value: 'red' }, { value: 'blue' }] },
            },
          ],
        },
        submittedAt: null,
      },
    });
    expect((await hangar.api.emulator.prompts.list({})).prompts).toMatchObject([{ prompt: { id } }]);
    expect((await call('prompts/submit', { id, values: { size: 's' } })).status).toBe(403);
    expect((await call('prompts/submit', { id, values: { size: 'x' } }, { key: 'tkn_deploy' })).status).toBe(400);
    expect((await call('prompts/submit', { id, values: { size: 's' } }, { key: 'tkn_deploy' })).status).toBe(200);
    expect((await call(`prompts/get?id=${id}`)).json).toMatchObject({
      prompt: { values: { size: 's' }, submittedBy: expect.stringMatching(/^usr/) as string },
    });
  });

  test('needs nothing', async () => {
    const id = await createPrompt({});
    expect((await call(`prompts/list?runID=${runID}`)).json).toMatchObject({
      prompts: [{ id, confirmText: 'Submit' }],
    });
  });

  test('lets the run count as waiting until the prompt ends', async () => {
    const id = await createPrompt({});
    expect(await settledNow()).toEqual({ waiting: [{ runID, on: 'prompt' }] });
    await call('prompts/cancel', { id });
    expect((await hangar.send('/_emulator/clock', { key: null })).json).toMatchObject({
      busy: expect.arrayContaining([{ kind: 'command', runID }]) as unknown,
    });
  });

  test('creates prompts that end with their run', async () => {
    const id = await createPrompt({});
    await call('runs/cancel', { runID }, { key: 'tkn_deploy' });
    await settled();
    expect((await call(`prompts/get?id=${id}`, undefined, { key: 'tkn_deploy' })).json).toMatchObject({
      prompt: { cancelledAt: expect.any(String) as string },
    });
    expect((await call('prompts/create', {})).status).toBe(401);
  });

  test.each([
    ['a parameter without a slug', { schema: { parameters: [{ type: 'string' }] } }, 'schema.parameters[0].slug'],
    ['an unknown type', { schema: { parameters: [{ slug: 'a', type: 'money' }] } }, 'schema.parameters[0].type'],
    ['two parameters of one slug', { schema: { parameters: [{ slug: 'a' }, { slug: 'a' }] } }, 'schema.parameters'],
    ['parameters that are no list', { schema: { parameters: {} } }, 'schema.parameters'],
    ['options that are no list', { schema: { parameters: [{ slug: 'a', options: 3 }] } }, 'options'],
    ['unknown reviewers', { reviewers: { groups: ['nobody'] } }, 'group "nobody"'],
  ])('refuses %s', async (_what, body, named) => {
    const { status, json } = await call('prompts/create', body);
    expect({ status, json }).toMatchObject({ status: 400, json: { error: expect.stringContaining(named) as string } });
  });

  test('keeps at most 1,000 prompts of a run pending', async () => {
    for (let index = 0; index < 1000; index++) await createPrompt({});
    expect(await call('prompts/create', {})).toMatchObject({
      status: 409,
      json: { error: 'The run has 1000 pending prompts: wait until some of them are answered.' },
    });
  });
});

describe('users/get', () => {
  test('answers a user and an API user, to any key', async () => {
    expect((await call(`users/get?userID=${ADA}`)).json).toEqual({
      user: { userID: ADA, email: 'ada@example.com', name: 'Ada' },
    });
    const { json } = await call('tasks/execute', { slug: 'greet', paramValues: { name: 'A' } }, { key: 'tkn_deploy' });
    const made = await hangar.api.v0.runs.get({ query: { id: (json as { runID: string }).runID } });
    expect((await call(`users/get?userID=${made.createdBy}`, undefined, { key: 'tkn_deploy' })).json).toEqual({
      user: { userID: made.createdBy, email: '', name: 'API user “deploy”' },
    });
  });

  test.each([
    ['no user', 'users/get', 400],
    ['an empty ID', 'users/get?userID=', 400],
    ['an unknown user', 'users/get?userID=usrnobody', 404],
    ['an e-mail address', 'users/get?userID=ada@example.com', 404],
  ])('refuses %s', async (_what, path, status) => {
    expect((await call(path)).status).toBe(status);
  });
});

describe('runs/create', () => {
  test('executes a task: from a run as its child in its environment, with another key in the default one', async () => {
    const { key: ofProd, runID: parent } = await heldRun(hangar.api, 'ask', 'prod');
    const child = (await call('runs/create', { taskID: GREET, params: { name: 'Bo' } }, { key: ofProd })).json;
    await settled();
    const { runID: childID } = child as { runID: string };
    expect((await hangar.api.v0.runs.getOutputs({ query: { id: childID } })).output).toEqual({ output: 'Bo in prod' });
    const { children } = await hangar.api.emulator.runs.get({ params: { id: parent } });
    expect(children.map(({ id }) => id)).toEqual([childID]);

    const other = (await call('runs/create', { taskID: GREET, params: { name: 'Bo' } }, { key: 'tkn_deploy' })).json;
    await settled();
    const { runID: otherID } = other as { runID: string };
    expect((await hangar.api.v0.runs.getOutputs({ query: { id: otherID } })).output).toEqual({ output: 'Bo in dev' });
  });

  test.each([
    ['no task', {}, 400],
    ['an unknown task', { taskID: 'tsknone' }, 404],
    ['missing values', { taskID: GREET, params: null }, 400],
  ])('refuses %s', async (_what, body, status) => {
    expect((await call('runs/create', body)).status).toBe(status);
  });

  test('refuses a task that must be requested', async () => {
    const { id } = await hangar.api.emulator.definitions.tasks.get({ params: { id: 'guarded' } });
    expect(await call('runs/create', { taskID: id })).toMatchObject({
      status: 403,
      json: { code: 'task_must_be_requested' },
    });
  });
});
