import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { contract } from '../../../shared/contract/index.ts';
import { createClient } from '../../../shared/http/client.ts';
import { type ForeignServer, foreignServer } from '../../support/foreign-server.ts';
import { scratchFolder, serve, type ServedProgram } from '../../support/program.ts';
import { expectAccessibleInBothThemes } from '../../e2e/support/accessible.ts';
import { attack, NOTHING, type Target } from '../../e2e/support/attacks.ts';
import { test } from '../../e2e/support/built.ts';

const TOKEN = 'a-token-of-some-length';
/** Other ports of this host are the same site, which gets its cookies; another name is another site. */
const PAGES = ['http://127.0.0.1', 'http://localhost'] as const;

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let foreign: ForeignServer;
let program: ServedProgram | undefined;

test.beforeEach(async () => {
  folder = await scratchFolder();
  foreign = await foreignServer();
});
test.afterEach(async () => {
  await program?.stop();
  program = undefined;
  foreign.close();
  await folder.remove();
});

const marker = () => join(folder.path, 'ran');

/** Starts Hangar with a task that leaves a file behind. */
async function start(...flags: string[]): Promise<ServedProgram> {
  const workspace = join(folder.path, 'workspace.json');
  const command = { kind: 'command', command: ['touch', marker()] };
  const task = { id: 'tskDanger', slug: 'danger', webhooks: { hook: { secret: 'known' } }, behavior: command };
  await writeFile(
    workspace,
    JSON.stringify({ version: 1, environments: [{ slug: 'dev', default: true }], tasks: [task] }),
  );
  program = await serve(['--in-memory', '--workspace', workspace, ...flags]);
  return program;
}

/** Bodies end in a text that holds a "=": a form can write them. */
const evilTask = () =>
  `{"slug":"evil","behavior":{"kind":"command","command":["touch",${JSON.stringify(marker())}]},"description":"="}`;
const SPELLINGS = ['/_emulator', '/%5femulator', '/%5Femulator', '/%5f%65mulator', '/x/..%2f_emulator', '//_emulator'];

function targets(): Target[] {
  return [
    ...SPELLINGS.flatMap((start) => [
      { path: `${start}/tasks`, body: evilTask() },
      { path: `${start}/tasks/danger/execute`, body: '{"environment":"="}' },
      { path: `${start}/tasks/danger/execute`, body: '' },
    ]),
    { path: '/_emulator/reset', body: '' },
    { path: '/_emulator/export', body: '' },
    { path: '/_emulator/events', body: '' },
    { path: '/_emulator/login', body: '' },
    { path: '/v0/tasks/execute', body: '{"slug":"danger","x":"="}' },
    { path: '/v0/tasks/execute?api_key=tkn_known&X-Service-API-Key=tkn_known', body: '{"slug":"danger","x":"="}' },
  ];
}
const webhook = { path: '/v0/webhooks/dev/tskDanger/known', body: '{"a":"="}' };

/** Lets a page of another origin try everything; then nothing was read, changed or run. */
async function expectHarmless(page: Page, { ready }: ServedProgram, attacked: readonly Target[]): Promise<void> {
  const authorization = { Authorization: `Bearer ${TOKEN}` };
  const api = createClient(contract, { base: ready.url, transport: fetch, headers: () => authorization });
  const before = await api.emulator.export();
  for (const site of PAGES) {
    await page.goto(`${site}:${foreign.port}/`);
    const attempts = await attack(page, ready.url, attacked);
    expect(attempts.filter(({ got }) => !NOTHING.test(got))).toEqual([]);
  }
  expect(await api.emulator.export()).toEqual(before);
  expect((await api.emulator.runs.list()).total).toBe(0);
  expect(existsSync(marker())).toBe(false);
}

test('every attack of these tests reaches a server without a guard', async ({ page }) => {
  const open = await foreignServer();
  await page.goto(`http://localhost:${foreign.port}/`);
  const attempts = await attack(page, `http://127.0.0.1:${open.port}`, [
    { path: '/_emulator/tasks', body: evilTask() },
  ]);
  const arrived = (way: string) => open.asked.filter((line) => line.includes(`way=${encodeURIComponent(way)}`));
  const needPreflight = ['fetch with headers', 'fetch PUT', 'fetch DELETE'];
  const missing = () =>
    attempts.filter(({ way }) => way !== 'form GET' && arrived(way).length === 0).map(({ way }) => way);
  // A beacon is on its way when its call has returned.
  await expect.poll(missing).toEqual([]);
  // A form that is sent by GET writes its own query.
  const ofForm = () => open.asked.filter((line) => line.startsWith('GET /_emulator/tasks?%7B'));
  await expect.poll(ofForm).toHaveLength(1);
  for (const way of needPreflight) expect(arrived(way)).toEqual([expect.stringMatching(/^OPTIONS /)]);
  open.close();
});

test('a page of another origin reads, changes and runs nothing', async ({ page }) => {
  await expectHarmless(page, await start('--api-key', 'tkn_known'), [...targets(), webhook]);
});

test('a page of another origin does nothing in a browser with a session of the admin token either', async ({
  page,
  context,
}) => {
  const hangar = await start('--api-key', 'tkn_known', '--admin-token', TOKEN);
  await openSession(context, hangar);
  await expectHarmless(page, hangar, [...targets(), webhook]);
});

test('a page of an origin that may call /v0 does nothing else', async ({ page, context }) => {
  const origins = PAGES.flatMap((site) => ['--cors-origin', `${site}:${foreign.port}`]);
  const hangar = await start('--admin-token', TOKEN, ...origins);
  await openSession(context, hangar);
  const own = targets().filter(({ path }) => !path.startsWith('/v0'));
  await expectHarmless(page, hangar, own);
});

/** Gives the token in the window, whose browser then has the cookie. */
async function openSession(context: BrowserContext, { ready }: ServedProgram): Promise<void> {
  const own = await context.newPage();
  await own.goto(ready.url);
  await expect(own.getByRole('textbox', { name: 'Token' })).toBeFocused();
  await expectAccessibleInBothThemes(own);
  await own.keyboard.type(TOKEN);
  await own.getByRole('button', { name: 'Continue' }).click();
  await expect(own.getByRole('dialog')).toBeHidden();
  expect(await context.cookies(`${ready.url}/_emulator/`)).toHaveLength(1);
}

test('a link of another page opens the window, and nothing of /_emulator', async ({ page, context }) => {
  const { ready } = await start();
  await page.goto(`http://localhost:${foreign.port}/`);
  const follow = async (path: string): Promise<Page> => {
    const opened = context.waitForEvent('page');
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to, target: '_blank', textContent: 'link' });
      document.body.append(link);
      link.click();
    }, ready.url + path);
    return opened;
  };
  await expect((await follow('/tasks')).getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  for (const path of ['/_emulator/info', '/%5femulator/info', '/_emulator/export'])
    await expect((await follow(path)).getByText('/_emulator refuses requests from other origins')).toBeVisible();
});

test('a link or a form that takes the place of the page runs nothing', async ({ page }) => {
  const { ready } = await start();
  for (const path of ['/_emulator/tasks/danger/execute', '/%5femulator/tasks/danger/execute', webhook.path]) {
    await page.goto(`http://localhost:${foreign.port}/`);
    await Promise.all([
      page.waitForURL(`${ready.url}/**`),
      page.evaluate((action) => {
        const form = Object.assign(document.createElement('form'), { action, method: 'POST', enctype: 'text/plain' });
        form.append(Object.assign(document.createElement('input'), { name: '{"environment":"', value: '"}' }));
        document.body.append(form);
        form.submit();
      }, ready.url + path),
    ]);
    await expect(page.getByText('"code":"forbidden"')).toBeVisible();
  }
  expect(existsSync(marker())).toBe(false);
});
