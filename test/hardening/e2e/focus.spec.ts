import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { expectSaved, pressInMenu } from '../../e2e/support/editor.ts';
import { open } from '../../e2e/support/pages.ts';
import { runCommand } from '../../e2e/support/palette.ts';

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
  await runCommand(page, `run ${name}`);
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

/** Ways to the list of tasks without a pointer. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'two keys': async ({ keyboard }) => {
    await keyboard.press('g');
    await keyboard.press('t');
  },
  'the palette': (page) => runCommand(page, 'go to tasks'),
};
for (const [way, go] of Object.entries(WAYS)) {
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

/** The places where something new is made, and its first field. */
const NEW = {
  '/team/users': 'Name',
  '/team/groups': 'Name',
  '/api-keys': 'Name',
  '/environments': 'Name',
  '/resources': 'Name',
  '/tasks': 'Name',
  '/runbooks': 'Name',
  '/webhooks': 'Task',
} as const;

test(`something new in ${Object.keys(NEW).join(', ')} is typed at once`, async ({ page }) => {
  for (const [path, field] of Object.entries(NEW))
    await test.step(path, async () => {
      await open(page, path);
      await page.keyboard.press('n');
      await expect(page).toHaveURL(new RegExp(`${path}/new`));
      await expect(page.getByRole('main').getByLabel(field, { exact: true }).first()).toBeFocused();
    });
});

test('the focus of a list is a ring on its row', async ({ page }) => {
  await page.goto('/tasks');
  const rows = rowsOf(page, 'Tasks');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const ring = () => rows.evaluateAll((all) => all.map((row) => getComputedStyle(row).outlineStyle));
  await expect.poll(ring).toEqual(['solid', 'none']);
  await page.keyboard.press('ArrowDown');
  await expect.poll(ring).toEqual(['none', 'solid']);
});

test('a notice leaves the status bar to be read and clicked', async ({ page }) => {
  await page.goto('/tasks');
  await rowsOf(page, 'Tasks').first().click();
  await pressInMenu(page, 'Delete');
  await expect(page.getByText('Deleted task plain', { exact: true })).toBeVisible();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /prompt/ })
    .click();
  await expect(page).toHaveURL(/\/prompts/);
});

test('a new item keeps the focus, the open cards and the form beside it', async ({ page }) => {
  await page.goto('/tasks/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ship');
  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByRole('button', { name: 'Add parameter' }).click();
  const card = page.getByRole('tabpanel', { name: 'Parameters' });
  const name = card.getByRole('textbox', { name: 'Name' });
  await name.fill('Weight');
  await name.press('ControlOrMeta+S');
  await expect(page).toHaveURL(/tasks\/tsk\w+\/parameters$/);
  await expect(name).toBeFocused();
  await page.keyboard.type(' in kg');
  await expect(name).toHaveValue('Weight in kg');
  const beside = page.getByRole('region', { name: /^Try it/ });
  await beside.getByRole('textbox', { name: 'Weight in kg' }).fill('7');
  await beside.getByRole('button', { name: 'Save and run' }).press('Enter');
  await expect(beside.getByText('Succeeded')).toBeVisible();
  await expect(beside.getByRole('button', { name: 'Run', exact: true })).toBeFocused();
  await expect(name).toHaveValue('Weight in kg');
  await page.goto('/team/users/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/users\/usr\w+$/);
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  // The next new one begins with nothing of this one.
  await page.getByRole('link', { name: 'New user' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('a webhook that cannot be declared leads to what is wrong', async ({ page }) => {
  await page.goto('/webhooks/new');
  await page.getByRole('combobox', { name: 'Task' }).selectOption({ label: 'Plain (plain)' });
  await page.getByRole('textbox', { name: 'Slug' }).fill('');
  await page.getByRole('button', { name: 'Create webhook' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Slug' })).toBeFocused();
});

test('typing goes on inside the empty object of a new step, or over its brackets', async ({ page, api }) => {
  await page.goto('/tasks');
  await rowsOf(page, 'Tasks').filter({ hasText: 'Plain' }).click();
  await page.getByRole('tab', { name: 'Behavior' }).click();
  for (const typed of ['"ok": true', '"ok": true}', '{"ok": true}', '{ "a": {"b": [{}]} }', '[1, {"a": 2}]', '{}']) {
    await page.getByRole('button', { name: /^Add step/ }).click();
    await page.getByRole('menuitem', { name: /^Output/ }).click();
    await expect(page.getByRole('textbox', { name: 'Value' })).toBeFocused();
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('ControlOrMeta+S');
  await expectSaved(page);
  const [task] = (await api.emulator.definitions.tasks.list()).items;
  const ok = { ok: true };
  const values = [ok, ok, ok, { a: { b: [{}] } }, [1, { a: 2 }], {}];
  expect(task?.behavior).toMatchObject({ steps: values.map((value) => ({ do: 'output', value })) });
});
