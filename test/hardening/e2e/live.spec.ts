import type { CDPSession } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Task } from '../../../shared/model/task.ts';
import { scratchFolder } from '../../support/program.ts';
import { type Api, expect, KEY, type Page, test } from '../../e2e/support/hangar.ts';
import { disconnected } from '../../e2e/support/list.ts';
import { divide } from '../../e2e/support/pages.ts';
import { oldestPrompt } from '../../e2e/support/prompts.ts';
import { startServer } from '../../e2e/support/server.ts';
import { steps } from '../../support/steps.ts';

const workspaceNamed = (name: string) => ({
  tasks: [
    { id: 'tskOne', slug: 'one', name: `Task ${name}`, webhooks: { hook: { secret: 'abc' } } },
    {
      id: 'tskAsk',
      slug: 'ask',
      name: `Asking ${name}`,
      // A step that comes is shown as it is written.
      behavior: steps({ do: 'prompt', description: 'Go on?' }, { do: 'log', text: `it {{ 'went' }} on` }),
    },
  ],
  runbooks: [
    {
      id: 'rbkOne',
      slug: 'book',
      name: `Runbook ${name}`,
      blocks: [{ slug: 'sign', kind: 'prompt' as const, description: 'Sign?' }],
    },
  ],
  environments: [{ id: 'envOne', slug: 'test', name: `Environment ${name}`, default: true }],
  users: [{ id: 'usrOne', name: `User ${name}`, email: 'ada@example.com', role: 'admin' as const }],
  groups: [{ id: 'grpOne', slug: 'ops', name: `Group ${name}`, members: ['ada@example.com'] }],
  apiKeys: [{ id: 'keyOne', name: `Key ${name}`, key: 'tkn_other', user: 'ada@example.com' }],
  resources: [{ id: 'resOne', slug: 'shop', name: `Resource ${name}`, kind: 'odd', resource: { a: 1 } }],
});

test.use({ workspace: workspaceNamed('before') });

/** A page, something that another client does, and what the page shows of it. */
interface Case {
  readonly path: string;
  /** Prepares the server; returns the URL when it is not fixed. */
  readonly prepare?: (api: Api) => Promise<string>;
  readonly act: (api: Api, prepared: string) => Promise<unknown>;
  /** A text, or the value of a field, that was not there before. */
  readonly seen: string;
}

const execute = async (api: Api, slug: string) => (await api.v0.tasks.execute({ body: { slug } })).runID;
const begin = async (api: Api) => (await api.v0.runbooks.execute({ body: { slug: 'book' } })).sessionID;
const answer = async (api: Api) => {
  await api.emulator.prompts.submit({ params: { id: await oldestPrompt(api) }, body: { values: {} } });
};
const after = workspaceNamed('after');
const only = <Item>(items: readonly Item[]): Item => items[0]!;

/** Gives the definition of a collection its other name. */
const rename =
  (collection: keyof typeof after) =>
  ({ emulator: { changes } }: Api): Promise<unknown> => {
    const value = only<{ id: string }>(after[collection]);
    return changes.apply({ body: { changes: [{ collection, id: value.id, value }] } as never });
  };

const CASES: Readonly<Record<string, Case>> = {
  'the overview': { path: '/overview', act: (api) => execute(api, 'ask'), seen: 'Go on?' },
  'the traffic': { path: '/traffic', act: (api) => execute(api, 'one'), seen: 'tasks/execute →' },
  'the runs': { path: '/runs', act: (api) => execute(api, 'one'), seen: 'Task before' },
  'a run': { path: '/runs', prepare: (api) => execute(api, 'ask'), act: answer, seen: 'it went on' },
  'a run under a filter': { path: '/runs?status=Succeeded', act: (api) => execute(api, 'one'), seen: 'Task before' },
  'the sessions': { path: '/sessions', act: begin, seen: 'Runbook before' },
  'a session': { path: '/sessions', prepare: begin, act: answer, seen: 'Succeeded' },
  'the prompts': { path: '/prompts', act: (api) => execute(api, 'ask'), seen: 'Go on?' },
  'a prompt': {
    path: '/prompts',
    prepare: async (api) => {
      await execute(api, 'ask');
      return oldestPrompt(api);
    },
    act: answer,
    seen: 'Submitted by You',
  },
  'the tasks': { path: '/tasks', act: rename('tasks'), seen: 'Task after' },
  'a task': { path: '/tasks/tskOne', act: rename('tasks'), seen: 'Task after' },
  'the latest run of a task': { path: '/tasks/tskAsk', act: (api) => execute(api, 'ask'), seen: 'Waiting' },
  'the runbooks': { path: '/runbooks', act: rename('runbooks'), seen: 'Runbook after' },
  'a runbook': { path: '/runbooks/rbkOne', act: rename('runbooks'), seen: 'Runbook after' },
  'the resources': { path: '/resources', act: rename('resources'), seen: 'Resource after' },
  'a resource': { path: '/resources/resOne', act: rename('resources'), seen: 'Resource after' },
  'the webhooks': {
    path: '/webhooks',
    act: ({ emulator: { definitions } }) =>
      definitions.tasks.create({ body: Task.parse({ slug: 'two', webhooks: ['second_hook'] }) }),
    seen: 'second_hook',
  },
  'a webhook': { path: '/webhooks/one/hook', act: rename('tasks'), seen: 'Task after' },
  'the deliveries of a webhook': {
    path: '/webhooks/one/hook/deliveries',
    act: async ({ emulator }) => {
      const { webhooks } = await emulator.webhooks.list();
      await fetch(only(webhooks).url, { method: 'POST', body: '{}' });
    },
    seen: 'Succeeded',
  },
  'the environments': { path: '/environments', act: rename('environments'), seen: 'Environment after' },
  'an environment': { path: '/environments/envOne', act: rename('environments'), seen: 'Environment after' },
  'the users': { path: '/team/users', act: rename('users'), seen: 'User after' },
  'a user': { path: '/team/users/usrOne', act: rename('users'), seen: 'User after' },
  'the groups': { path: '/team/groups', act: rename('groups'), seen: 'Group after' },
  'a group': { path: '/team/groups/grpOne', act: rename('groups'), seen: 'Group after' },
  'the keys': { path: '/api-keys', act: rename('apiKeys'), seen: 'Key after' },
  'a key': { path: '/api-keys/keyOne', act: rename('apiKeys'), seen: 'Key after' },
  'the settings': {
    path: '/settings',
    act: async ({ emulator }) => {
      await emulator.settings.replace({ body: { ...(await emulator.settings.get()), retainRuns: 4321 } });
    },
    seen: '4321',
  },
};

/** True while a text is in the document, in a field or outside. */
function isShown(wanted: string): boolean {
  const main = document.querySelector('main');
  const fields = [...(main?.querySelectorAll('input, textarea') ?? [])];
  const values = fields.map((field) => ('value' in field ? String(field.value) : ''));
  return [main?.textContent ?? '', ...values].some((shown) => shown.includes(wanted));
}

/** Waits until a text is on the page. */
async function expectSeen(page: Page, text: string): Promise<void> {
  await page.waitForFunction(isShown, text, { polling: 50, timeout: 0 });
}

/** Loads the page of a case: one that is left for another in a loaded window may still be fetching what the case changes. */
async function open(page: Page, api: Api, { path, prepare }: Case): Promise<string> {
  const prepared = (await prepare?.(api)) ?? '';
  await page.goto(prepared === '' ? path : `${path}/${prepared}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Serving');
  await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0);
  return prepared;
}

/** Expects that a page shows what somebody else does, also while it sleeps. First the server is again as it was when it started. */
async function expectShown(page: Page, api: Api, name: string, sleeper?: CDPSession): Promise<void> {
  const given = CASES[name]!;
  // The window would miss what the reset removes. An address of the same origin keeps the process.
  await page.goto('/_emulator/ready');
  await api.emulator.reset({ body: { workspace: true } });
  const prepared = await open(page, api, given);
  expect(await page.evaluate(isShown, given.seen), `${given.seen} shows before`).toBe(false);
  await sleeper?.send('Page.setWebLifecycleState', { state: 'frozen' });
  await given.act(api, prepared);
  await sleeper?.send('Page.setWebLifecycleState', { state: 'active' });
  await expectSeen(page, given.seen);
}

for (const names of divide(Object.keys(CASES), 3)) {
  test(`changes by others appear on the page of ${names.join(', ')}`, async ({ page, api }) => {
    for (const name of names) await test.step(name, () => expectShown(page, api, name));
  });
}

test.describe('after a sleep', () => {
  test.use({ allowedInConsole: [/ERR_/] });

  const names = ['the runs', 'a run', 'the prompts', 'a task', 'the deliveries of a webhook', 'the settings'];
  test(`changes since then appear on the page of ${names.join(', ')}`, async ({ page, api, context }) => {
    const sleeper = await context.newCDPSession(page);
    for (const name of names) await test.step(name, () => expectShown(page, api, name, sleeper));
  });

  test('a connection that was cut is made anew as soon as there is a network', async ({ page, api, context }) => {
    await open(page, api, CASES['the runs']!);
    await context.setOffline(true);
    await execute(api, 'one');
    await context.setOffline(false);
    await expectSeen(page, 'Task before');
  });
});

test.describe('a program', () => {
  test.use({ asProgram: true });

  test('a server that hangs is distinguished from a silent one, and is followed again when it responds', async ({
    page,
    hangar,
    api,
  }) => {
    await open(page, api, CASES['the runs']!);
    process.kill(hangar.pid!, 'SIGSTOP');
    await expect(disconnected(page)).toBeVisible();
    process.kill(hangar.pid!, 'SIGCONT');
    await execute(api, 'one');
    await expectSeen(page, 'Task before');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

/** Content of a page once another server serves it, with the definitions of this name and no runs. */
const AFTER_RESTART: Readonly<Record<string, (name: string) => string>> = {
  'the overview': (name) => `Task ${name}`,
  'the traffic': () => 'No requests yet',
  'the runs': () => 'No runs yet',
  'a run': () => 'This run does not exist',
  'the sessions': () => 'No sessions yet',
  'a session': () => 'This session does not exist',
  'the prompts': () => 'No pending prompts',
  'a prompt': () => 'This prompt does not exist',
  'the tasks': (name) => `Task ${name}`,
  'a task': (name) => `Task ${name}`,
  'a runbook': (name) => `Runbook ${name}`,
  'a resource': (name) => `Resource ${name}`,
  'a webhook': (name) => `Task ${name}`,
  'an environment': (name) => `Environment ${name}`,
  'a user': (name) => `User ${name}`,
  'a key': (name) => `Key ${name}`,
  'the settings': (name) => name,
};

test.describe('after a restart of the server with other data', () => {
  test.use({ allowedInConsole: [/ERR_|status of 404/] });

  for (const names of divide(Object.keys(AFTER_RESTART), 2)) {
    test(`the page of ${names.join(', ')} shows what is so now`, async ({ page, hangar, api }) => {
      const folder = await scratchFolder();
      const file = join(folder.path, 'workspace.json');
      const { port } = new URL(hangar.ready.url);
      let server = hangar;
      for (const [index, name] of names.entries()) {
        await execute(api, 'one');
        await open(page, api, CASES[name]!);
        const retainRuns = 700 + index;
        const workspace = { ...workspaceNamed(String(retainRuns)), settings: { retainRuns } };
        await writeFile(file, JSON.stringify({ version: 1, ...workspace }));
        await server.stop();
        server = await startServer({ apiKey: KEY, workspace: file, port: Number(port) });
        await expectSeen(page, AFTER_RESTART[name]!(String(retainRuns)));
        await expect(page.getByRole('alert')).toHaveCount(0);
      }
      await server.stop();
      await folder.remove();
    });
  }
});
