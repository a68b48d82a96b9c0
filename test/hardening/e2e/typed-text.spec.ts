import { Runbook } from '../../../shared/model/runbook.ts';
import { Task } from '../../../shared/model/task.ts';
import type { clientOf } from '../../support/program.ts';
import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { holdChanges } from '../../e2e/support/hold.ts';
import { disconnected } from '../../e2e/support/list.ts';
import { divide, open } from '../../e2e/support/pages.ts';
import { oldestPrompt } from '../../e2e/support/prompts.ts';
import { expectSaved, pressInMenu } from '../../e2e/support/editor.ts';
import { steps } from '../../support/steps.ts';

test.use({
  allowedInConsole: [/ERR_|status of 4\d\d/],
  workspace: {
    environments: [{ id: 'envOne', slug: 'test', name: 'Test', default: true, config: { REGION: 'eu' } }],
    users: [{ id: 'usrOne', name: 'Ada', email: 'ada@example.com', role: 'admin' }],
    groups: [{ id: 'grpOne', slug: 'ops', name: 'Ops' }],
    apiKeys: [{ id: 'keyOne', name: 'Other', key: 'tkn_other', user: 'ada@example.com' }],
    resources: [
      { id: 'resRest', slug: 'shop', name: 'Shop', kind: 'rest', resource: { baseURL: 'http://127.0.0.1:9' } },
      { id: 'resOdd', slug: 'odd', name: 'Odd', kind: 'odd', resource: { a: 1 } },
    ],
    tasks: [
      {
        id: 'tskSteps',
        slug: 'steps',
        name: 'Steps',
        allowCachedMaxAge: 60,
        parameters: [
          { slug: 'order', name: 'Order', constraints: { regex: 'a+', options: ['a', 'aa'] } },
          { slug: 'amount', name: 'Amount', type: 'float', default: 10, constraints: { optional: true } },
          { slug: 'more', name: 'More', type: 'json', constraints: { optional: true } },
        ],
        resources: { api: 'shop' },
        webhooks: { hook: { secret: 'abc' } },
        constraints: { labels: [{ key: 'team', value: 'pay' }] },
        behavior: steps(
          { do: 'log', text: 'hello', when: 'true' },
          {
            do: 'prompt',
            description: 'Go on?',
            parameters: [{ slug: 'note', name: 'Note', constraints: { optional: true } }],
          },
          { do: 'execute', task: 'script', paramValues: { word: 'x' }, as: 'done' },
          { do: 'output', value: { a: 1 } },
        ),
      },
      {
        id: 'tskScript',
        slug: 'script',
        parameters: [{ slug: 'word', name: 'Word', constraints: { optional: true } }],
        behavior: { kind: 'script', source: 'export default () => 1;' },
      },
      { id: 'tskCommand', slug: 'command', behavior: { kind: 'command', command: ['echo', 'a'], env: { A: 'b' } } },
    ],
    runbooks: [
      {
        id: 'rbkOne',
        slug: 'book',
        name: 'Book',
        parameters: [{ slug: 'day', name: 'Day', constraints: { optional: true } }],
        blocks: [
          { slug: 'first', kind: 'task', task: 'script', paramValues: { word: 'y' } },
          { slug: 'sign', kind: 'prompt', description: 'Sign?', when: 'true' },
        ],
      },
    ],
  },
});

/** Every place where something is typed, by address. `#2` opens the third of its cards, of which one is open at a time. */
const PLACES = [
  ...['', ...['/parameters', '/parameters#1', '/parameters#2'], ...['/behavior', '/behavior#1', '/behavior#2']].map(
    (tab) => `/tasks/tskSteps${tab}`,
  ),
  ...['/behavior#3', '/resources', '/webhooks', '/limits', '/access'].map((tab) => `/tasks/tskSteps${tab}`),
  ...['/tasks/tskScript/behavior', '/tasks/tskCommand/behavior', '/tasks/new', '/runbooks/new', '/resources/new'],
  ...['', '/parameters', '/blocks', '/blocks#1', '/access'].map((tab) => `/runbooks/rbkOne${tab}`),
  ...['/resources/resRest', '/resources/resOdd', '/webhooks/new', '/webhooks/steps/hook/test', '/environments/new'],
  ...['/environments/envOne', '/team/users/new', '/team/users/usrOne', '/team/groups/new', '/team/groups/grpOne'],
  ...['/api-keys/new', '/api-keys/keyOne', '/settings', '/prompts/first', '/traffic/first/send'],
];

/** The fields for text: those of the forms, not the ones that search in or filter a list. */
const FIELDS =
  'main :is(input:not([type=checkbox], [type=radio], [type=search], [type=file], [type=hidden], [type=submit], [hidden]), textarea, .cm-content):visible:not([readonly], [disabled], [aria-label^="Search"], [aria-label^="Filter"])';

/** Opens a card, and the first card within it, where there are cards. */
async function openCard(page: Page, index: number): Promise<void> {
  const cards = page.locator('main [role=tabpanel] :not([data-fields] *) > button[aria-expanded]:not([aria-haspopup])');
  if ((await cards.count()) === 0) return;
  const card = cards.nth(index);
  if ((await card.getAttribute('aria-expanded')) === 'false') await card.click();
  const within = page.locator('[data-fields] button[aria-expanded=false]');
  if ((await within.count()) > 0) await within.first().click();
}

/** The values of all fields by label. */
function contents(page: Page): Promise<string[]> {
  return page.locator(FIELDS).evaluateAll((fields) =>
    fields.map((field) => {
      const labels = 'labels' in field ? [...(field.labels as NodeListOf<Element>)] : [];
      const label = field.getAttribute('aria-label') ?? labels.map(({ textContent }) => textContent).join();
      return `${label}: ${'value' in field ? String(field.value) : field.textContent}`;
    }),
  );
}

async function typeEverywhere(page: Page): Promise<void> {
  const fields = page.locator(FIELDS);
  for (let index = 0; index < (await fields.count()); index++) {
    const field = fields.nth(index);
    await field.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('7');
  }
}

async function openPlace(page: Page, place: string): Promise<void> {
  const [address = '', card = '0'] = place.split('#');
  await open(page, address);
  await openCard(page, Number(card));
  // The code of an editor is loaded on first use.
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
}

type Definitions = ReturnType<typeof clientOf>['emulator']['definitions'];

/** Gives a place in a task or a runbook a copy of it, since its tabs share fields. Returns the address there. */
async function inOwnCopy({ tasks, runbooks }: Definitions, place: string, n: number): Promise<string> {
  const [, , id = ''] = place.split(/[/#]/);
  const change = { id: undefined, slug: `copy_${n}_of_it` };
  const copy = {
    tskSteps: async () => tasks.create({ body: Task.parse({ ...(await tasks.get({ params: { id } })), ...change }) }),
    rbkOne: async () =>
      runbooks.create({ body: Runbook.parse({ ...(await runbooks.get({ params: { id } })), ...change }) }),
  }[id];
  return copy === undefined ? place : place.replace(id, (await copy()).id);
}

for (const some of divide(PLACES, 4)) {
  test(`typed text survives leaving, reloading, and edits made elsewhere: ${some.join(' ')}`, async ({ page, api }) => {
    await api.v0.tasks.execute({ body: { slug: 'steps', paramValues: { order: 'a' } } });
    const prompt = await oldestPrompt(api);
    const { entries } = await api.emulator.traffic.list();
    const { definitions } = api.emulator;
    const places: string[] = [];
    for (const [n, place] of some.entries()) {
      const first = (place.startsWith('/prompts') ? prompt : entries[0]?.id) ?? '';
      places.push(await inOwnCopy(definitions, place.replace('first', first), n));
    }
    const typed = new Map<string, string[]>();
    for (const place of places) {
      await openPlace(page, place);
      const before = await contents(page);
      await typeEverywhere(page);
      typed.set(place, await contents(page));
      expect(typed.get(place)?.length, place).toBeGreaterThan(0);
      expect(typed.get(place), place).not.toEqual(before);
    }
    for (const place of places) {
      await openPlace(page, place);
      await expect.poll(() => contents(page), `${place} after going away`).toEqual(typed.get(place));
    }
    await page.reload();
    for (const [i, place] of places.entries()) {
      await openPlace(page, place);
      await expect.poll(() => contents(page), `${place} after a reload`).toEqual(typed.get(place));
      const params = { id: /tsk\w+/.exec(place)?.[0] ?? 'tskSteps' };
      const saved = await definitions.tasks.get({ params });
      await definitions.tasks.replace({ params, body: Task.parse({ ...saved, timeout: 1234 + i }) });
      await definitions.tasks.create({ body: Task.parse({ slug: `another_${i}` }) });
      await expect.poll(() => contents(page), `${place} after an edit made elsewhere`).toEqual(typed.get(place));
    }
  });
}

test('text typed while the server is away is there when it is back', async ({ page, context }) => {
  await page.goto('/tasks/tskSteps');
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Name', { exact: true }).fill('Typed offline');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The action failed')).toBeVisible();
  await context.setOffline(false);
  await expect(disconnected(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaved(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed offline');
});

for (const id of ['new', 'tskScript']) {
  test(`text typed while ${id} is being saved stays, and is saved the next time`, async ({ page, api }) => {
    const sendOn = await holdChanges(page, /_emulator\/tasks/);
    await page.goto(`/tasks/${id}`);
    await page.getByLabel('Name', { exact: true }).fill('Just named');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Description', { exact: true }).fill('and described meanwhile');
    sendOn();
    const names = async () => (await api.emulator.definitions.tasks.list()).items.map(({ name }) => name);
    await expect.poll(names).toContain('Just named');
    await expect(page).toHaveURL(/tasks\/tsk/);
    await expect(page.getByLabel('Description', { exact: true })).toHaveValue('and described meanwhile');
    await expect(page.getByRole('main').getByText('Unsaved')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('main').getByText('Unsaved')).toHaveCount(0);
    const { items } = await api.emulator.definitions.tasks.list();
    expect(items.find(({ name }) => name === 'Just named')?.description).toBe('and described meanwhile');
  });
}

test('discarded changes are offered back', async ({ page }) => {
  await page.goto('/environments/envOne');
  await page.getByLabel('Name', { exact: true }).fill('Typed');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Test');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed');
});

test('a deleted item comes back where it was, with the text typed into it', async ({ page, api }) => {
  await page.goto('/tasks/tskSteps');
  await page.getByLabel('Name', { exact: true }).fill('Typed');
  await pressInMenu(page, 'Delete');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed');
  const { items } = await api.emulator.definitions.tasks.list();
  expect(items.map(({ slug }) => slug)).toEqual(['steps', 'script', 'command']);
});

test('two windows keep what is typed in each', async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto('/tasks/tskScript');
  await other.goto('/tasks/tskCommand');
  await page.getByLabel('Name', { exact: true }).fill('Typed here');
  await other.getByLabel('Name', { exact: true }).fill('Typed there');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed here');
  await page.getByRole('link', { name: 'All tasks' }).click();
  await page.getByRole('option', { name: /command/ }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed there');
});
