import { expectNothingMoved, observeShifts } from '../../e2e/support/shifts.ts';
import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { fill, open } from '../../e2e/support/pages.ts';

const USUAL = { width: 1280, height: 800 };
const NARROW = { width: 640, height: 400 };

const title = (page: Page, level: number, name: string) => page.getByRole('heading', { level, name, exact: true });

/** Places with the names of their first two items, in the order of the list. */
const PREVIEWED = [
  { path: '/environments', list: 'environments', place: 'Environments', names: ['Development', 'Production'] },
  { path: '/resources', list: 'resources', place: 'Resources', names: ['Orders API', 'Stock'] },
  { path: '/team/users', list: 'users', place: 'Team', names: ['Ada', 'Grace'] },
  { path: '/team/groups', list: 'groups', place: 'Team', names: ['Operations', 'Support'] },
  { path: '/api-keys', list: 'API keys', place: 'API keys', names: ['Nightly job', 'Phone'] },
  { path: '/webhooks', list: 'Webhooks', place: 'Webhooks', names: ['order_returned', 'order_sent'] },
] as const;

const task = (slug: string, webhook: string) => ({ slug, webhooks: { [webhook]: {} } });

test.describe('beside a list with items', () => {
  test.use({
    workspace: {
      environments: [
        { slug: 'development', name: 'Development', default: true },
        { slug: 'production', name: 'Production' },
      ],
      resources: [
        { slug: 'orders', name: 'Orders API', kind: 'rest', resource: { baseURL: 'http://localhost:1' } },
        { slug: 'stock', name: 'Stock', kind: 'rest', resource: { baseURL: 'http://localhost:2' } },
      ],
      users: [
        { name: 'Ada', email: 'ada@example.com', role: 'admin' },
        { name: 'Grace', email: 'grace@example.com', role: 'developer' },
      ],
      groups: [
        { slug: 'ops', name: 'Operations', members: [] },
        { slug: 'support', name: 'Support', members: [] },
      ],
      apiKeys: [
        { name: 'Nightly job', key: 'tkn_nightly_0123456789' },
        { name: 'Phone', key: 'tkn_phone_0123456789' },
      ],
      tasks: [task('refund', 'order_returned'), task('ship', 'order_sent')],
    },
  });

  test('the first item of a list is open until another one is, at the same address', async ({ page }) => {
    await page.addInitScript(observeShifts);
    for (const { path, list, place, names } of PREVIEWED) {
      await test.step(list, async () => {
        const [first, second] = names;
        await page.goto(`${path}?text=`);
        await expect(title(page, 2, first)).toBeVisible();
        await expect(title(page, 1, place)).toBeAttached();
        await expect(rowsOf(page, list).first()).toHaveAttribute('aria-selected', 'true');
        expect(new URL(page.url()).pathname).toBe(path);
        await page.getByRole('listbox', { name: list, exact: true }).focus();
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        await expect(title(page, 1, second)).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectNothingMoved(page);
      });
    }
  });

  test('the first item that a search finds is open; a narrow window shows the list alone', async ({ page }) => {
    for (const { path, list, place, names } of PREVIEWED) {
      await test.step(list, async () => {
        const [first, second] = names;
        await page.setViewportSize(USUAL);
        await open(page, `${path}?text=${encodeURIComponent(second.toLowerCase())}`);
        await expect(title(page, 2, second)).toBeVisible();
        await expect(rowsOf(page, list)).toHaveCount(1);
        await page.getByRole('searchbox').fill('nothing has this');
        await expect(rowsOf(page, list)).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^(${first}|${second})$`) })).toBeVisible();
        await page.setViewportSize(NARROW);
        await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
        await expect(title(page, 1, place)).toBeAttached();
      });
    }
  });
});

test('the worst kind of finding is open, and stays when another of its kind appears', async ({ page, api }) => {
  await fill(api);
  await page.goto('/traffic/findings');
  const finding = page.getByRole('region', { name: 'Finding', exact: true });
  await expect(finding).toContainText('nmae');
  await api.v0.tasks.execute({ body: { slug: 'greet', paramValues: { naem: 'Ada' } } });
  await expect(rowsOf(page, 'Findings')).toContainText(['Values were ignored2×']);
  await expect(finding).toContainText('naem');
  await expect(finding).toContainText('nmae');
});

test('a list of the running has the full width until a row is looked at, which J and K follow', async ({
  page,
  api,
}) => {
  await fill(api);
  for (const [path, list] of [
    ['/runs', 'Runs'],
    ['/sessions', 'Sessions'],
    ['/traffic', 'Traffic'],
    ['/tests', 'Tests'],
  ] as const) {
    await open(page, path);
    const rows = page.getByRole(list === 'Tests' ? 'tree' : 'listbox', { name: list, exact: true });
    await expect(rows).toBeFocused();
    await expect(page.getByRole('region', { name: 'Peek' })).toHaveCount(0);
    expect((await rows.boundingBox())?.width).toBeGreaterThan(900);
    // The first row of the tree is a file.
    if (list === 'Tests') await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const peek = page.getByRole('region', { name: 'Peek' });
    const heading = peek.getByRole('heading', { level: 2 }).first();
    await expect(heading).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await expect(peek).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}/`));
  }
});

test.describe('beside an empty list', () => {
  test.use({ workspace: {} });

  const EMPTY = {
    '/runs': 'No runs yet',
    '/sessions': 'No sessions yet',
    '/traffic': 'No requests yet',
    '/traffic/findings': 'No findings',
    '/tests': 'No test has run yet',
    '/prompts': 'No pending prompts',
    '/resources': 'No resources yet',
    '/webhooks': 'No webhooks yet',
    '/team/users': 'No users yet',
    '/team/groups': 'No groups yet',
    '/api-keys': 'No API keys yet',
  };

  /** Places whose items come from the workspace file. */
  const AUTHORED = ['/resources', '/team/users', '/team/groups', '/api-keys'];

  test('a place says once that there is nothing, where there is room for it', async ({ page }) => {
    for (const [path, text] of Object.entries(EMPTY)) {
      await test.step(path, async () => {
        await page.setViewportSize(USUAL);
        await open(page, path);
        const notice = page.getByRole('main').getByText(text, { exact: true });
        await expect(notice).toBeVisible();
        await expect(page.getByText(/^(Select|No \w+ selected)/)).toHaveCount(0);
        const example = page.getByRole('main').getByRole('link', { name: 'Example' });
        if (AUTHORED.includes(path)) await expect(example).toHaveAttribute('href', '/docs/workspace-file.html#example');
        const list = page.getByRole('main').getByRole('region', { name: /^List of/ });
        await expect(list).toContainText(text);
        const { x = 0, width = 0 } = (await list.boundingBox()) ?? {};
        expect(x + width).toBe(USUAL.width);
        await page.setViewportSize(NARROW);
        await expect(notice).toBeInViewport();
      });
    }
  });
});
