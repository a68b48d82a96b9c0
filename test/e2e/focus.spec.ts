import { expect, type Page, test } from './support/hangar.ts';
import { rowsOf } from './support/list.ts';

test.use({
  workspace: {
    tasks: [
      { slug: 'plain', name: 'Plain' },
      { slug: 'greet', name: 'Greet', parameters: [{ slug: 'who', name: 'Who' }] },
    ],
  },
});

/** Opens the form that runs a task, by the palette. */
async function openRunForm(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Search or do' })).toBeFocused();
  await page.keyboard.type(`run ${name}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Run ${name}` })).toBeVisible();
}

test('the form that runs a task has the focus in its first field, or on Run where it has none', async ({ page }) => {
  await page.goto('/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await openRunForm(page, 'Greet');
  await expect(page.getByRole('textbox', { name: 'Who' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openRunForm(page, 'Plain');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true })).toBeFocused();
});

for (const [way, go] of [
  [
    'two keys',
    async (page: Page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('t');
    },
  ],
  [
    'the palette',
    async (page: Page) => {
      await page.keyboard.press('ControlOrMeta+K');
      await expect(page.getByRole('combobox', { name: 'Search or do' })).toBeFocused();
      await page.keyboard.type('go to tasks');
      await page.keyboard.press('Enter');
    },
  ],
] as const) {
  test(`where ${way} lead the list works by keys at once, even from a link of the navigation`, async ({ page }) => {
    await page.goto('/overview');
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeAttached();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Team' })).toBeFocused();
    await go(page);
    await expect(page.getByRole('listbox', { name: 'Tasks' })).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Greet' })).toBeVisible();
  });
}

test('a place without a list takes the focus from the link that one came from, and Back takes it from nowhere', async ({
  page,
}) => {
  await page.goto('/tasks');
  await expect(rowsOf(page, 'Tasks')).toHaveCount(2);
  await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).focus();
  await page.goBack();
  await page.goBack();
  await expect(rowsOf(page, 'Tasks')).toHaveCount(2);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Runs' })).toBeFocused();
});

for (const [path, field] of [
  ['/team/users', 'Name'],
  ['/team/groups', 'Name'],
  ['/team/keys', 'Name'],
  ['/environments', 'Name'],
  ['/resources', 'Name'],
  ['/tasks', 'Name'],
  ['/runbooks', 'Name'],
  ['/webhooks', 'Task'],
] as const) {
  test(`something new in ${path} is typed at once`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(new RegExp(`${path}/new`));
    await expect(page.getByRole('main').getByLabel(field, { exact: true }).first()).toBeFocused();
  });
}

test('the frame of a list with the focus is drawn over its rows', async ({ page }) => {
  await page.goto('/tasks');
  await expect(rowsOf(page, 'Tasks')).toHaveCount(2);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const frame = page.getByRole('listbox', { name: 'Tasks' }).locator('..');
  const over = await frame.evaluate((element) => getComputedStyle(element, '::after').outlineStyle);
  expect(over).toBe('solid');
});

test('a notice leaves the status bar to be read and clicked', async ({ page }) => {
  await page.goto('/tasks');
  await rowsOf(page, 'Tasks').first().click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Plain deleted')).toBeVisible();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /prompts waiting/ })
    .click();
  await expect(page).toHaveURL(/\/prompts/);
});
