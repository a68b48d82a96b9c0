import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { rowsOf } from './support/list.ts';
import { runCommand } from './support/palette.ts';

// The browser reports the refusals that the form shows at its fields.
test.use({ workspace: { tasks: [{ slug: 'refund' }] }, allowedInConsole: [/status of 400/] });

const panel = (page: Page) => page.getByRole('dialog', { name: 'Faults' });
const chip = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('button', { name });
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();

test('the fault of a preset is counted as it applies, and leads to its request', async ({ page, api }) => {
  await page.goto('/traffic');
  await page.getByRole('button', { name: 'Faults' }).click();
  await press(page, 'Rate limit');
  await press(page, 'Add fault');
  const fault = panel(page).getByRole('listitem');
  await expect(fault).toContainText('The first 2 of tasks/execute: 429, Retry-After 2 s');
  await expect(fault).toContainText('not applied yet');
  await expect(page.getByRole('button', { name: 'Faults' })).toHaveText('Faults 1 on');
  await expect(chip(page, '1 fault on')).toBeVisible();
  await expect(api.v0.tasks.execute({ body: { slug: 'refund' } })).rejects.toThrow(/./);
  await expect(fault).toContainText('applied 1 of 2');
  await expect(rowsOf(page, 'Traffic').first()).toContainText('429');
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await fault.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('tasks/execute');
  await expect(panel(page)).toHaveCount(0);
});

test('a fault is switched off, changed and deleted; used up ones are no longer on', async ({ page, api }) => {
  await api.emulator.faults.create({ body: { slug: 'slow', kind: 'delay', seconds: 0, times: 1 } });
  await api.emulator.faults.create({ body: { slug: 'busy', kind: 'error', status: 503, match: { task: 'other' } } });
  await page.goto('/overview');
  await expect(chip(page, '2 faults on')).toBeVisible();
  await api.v0.tasks.execute({ body: { slug: 'refund' } });
  await chip(page, '1 fault on').click();
  await expect(panel(page).getByRole('listitem').first()).toContainText('applied 1 of 1, used up');
  await expect(panel(page).getByRole('switch', { name: 'slow is on' })).not.toBeChecked();
  await press(page, 'Edit busy');
  await panel(page).getByRole('textbox', { name: 'Status' }).fill('700');
  await press(page, 'Save fault');
  await expect(panel(page).getByText(/^Must be /)).toBeVisible();
  await panel(page).getByRole('textbox', { name: 'Status' }).fill('502');
  await press(page, 'Save fault');
  await expect(panel(page).getByRole('listitem').nth(1)).toContainText('All requests for other: 502');
  await panel(page).getByRole('switch', { name: 'busy is on' }).click({ force: true });
  await expect(page.getByRole('contentinfo').getByRole('button', { name: /faults? on/ })).toHaveCount(0);
  await expect.poll(async () => (await api.emulator.faults.list()).items[1]?.enabled).toBe(false);
  await press(page, 'Delete busy');
  await press(page, 'Delete slow');
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
  expect((await api.emulator.faults.list()).items).toEqual([]);
});

test(
  'the keyboard alone adds a fault of another kind; a field that is missing says so',
  { tag: '@variant' },
  async ({ page, api }) => {
    await page.goto('/runs');
    await expect(page.getByRole('listbox', { name: 'Runs' }).or(page.getByText('No runs yet'))).toBeVisible();
    await runCommand(page, 'Add fault');
    await expect(panel(page).getByRole('button', { name: 'Rate limit' })).toBeFocused();
    await panel(page).getByRole('combobox', { name: 'Effect' }).selectOption('hang');
    await panel(page).getByRole('button', { name: 'Add fault' }).press('Enter');
    const seconds = panel(page).getByRole('textbox', { name: 'Seconds' });
    await expect(seconds).toHaveAccessibleDescription(/.+/);
    await seconds.fill('1');
    await seconds.press('Enter');
    await expect(panel(page).getByRole('listitem')).toContainText('no answer, connection reset after 1 s');
    expect((await api.emulator.faults.list()).items).toMatchObject([{ kind: 'hang', seconds: 1, times: 2 }]);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await runCommand(page, 'Add fault');
    // The focus trap moves the focus a moment after the panel's code, which is loaded now.
    await page.waitForTimeout(200);
    await expect(panel(page).getByRole('button', { name: 'Rate limit' })).toBeFocused();
  },
);

test('the form is a sentence: its fields are as many as its words need', { tag: '@variant' }, async ({ page, api }) => {
  await page.goto('/runs');
  await runCommand(page, 'Add fault');
  const sentence = panel(page).getByRole('group', { name: 'The fault' });
  const field = (name: string) => sentence.getByLabel(name, { exact: true });
  await panel(page).getByRole('button', { name: 'Slow server' }).click();
  await expect(field('Requests')).toHaveValue('all');
  await field('Requests').selectOption('A share');
  await field('Share in %').fill('50');
  await field('Task').selectOption('refund');
  await field('Client').fill('curl*');
  await field('Effect').selectOption('error');
  await field('Status').fill('503');
  await panel(page).getByRole('button', { name: 'Add fault' }).click();
  await expect(panel(page).getByRole('listitem')).toContainText('50 % of all requests for refund by curl*: 503');
  await field('Requests').selectOption('The first');
  await field('Times').fill('');
  await expect(field('Times')).toBeVisible();
  await field('Times').fill('3');
  await panel(page).getByRole('button', { name: 'Add fault' }).click();
  await expect(panel(page).getByRole('listitem').nth(1)).toContainText(
    'The first 3 of requests for refund by curl*: 503',
  );
  expect((await api.emulator.faults.list()).items).toMatchObject([{ share: 0.5 }, { times: 3, share: 1 }]);
  await panel(page).getByRole('button', { name: 'Rate limit', exact: true }).click();
  await expect(field('Times')).toHaveValue('2');
  await expect(field('Client')).toHaveValue('');
});

test(
  'a fault is limited to headers, to a part of the time, and to an hour',
  { tag: '@variant' },
  async ({ page, api }) => {
    await page.goto('/runs');
    await runCommand(page, 'Add fault');
    await panel(page).getByRole('combobox', { name: 'Effect' }).selectOption('lose');
    await panel(page).getByText('More conditions').click();
    await panel(page).getByRole('textbox', { name: 'Headers' }).fill('X-Client: beta*');
    await panel(page).getByRole('textbox', { name: 'Every … seconds' }).fill('60');
    await panel(page).getByRole('textbox', { name: 'In the first … seconds' }).fill('10');
    await panel(page).getByRole('textbox', { name: 'Remove after … seconds' }).fill('3600');
    await expectAccessibleInBothThemes(page);
    await expect(panel(page).getByRole('status')).toContainText('with the headers X-Client');
    await expect(panel(page).getByRole('status')).toContainText('in the first 10 s of every 60 s');
    await panel(page).getByRole('button', { name: 'Add fault' }).press('Enter');
    await expect(panel(page).getByRole('listitem')).toContainText('the answer is lost');
    expect((await api.emulator.faults.list()).items).toMatchObject([
      { kind: 'lose', match: { headers: { 'X-Client': 'beta*' } }, during: { every: 60, for: 10 } },
    ]);
  },
);

test('the next request like a logged one is made to fail', async ({ page, api }) => {
  await api.v0.tasks.execute({ body: { slug: 'refund' } });
  await page.goto('/traffic');
  await rowsOf(page, 'Traffic').first().click();
  await page.getByRole('button', { name: 'Make the next one fail…' }).click();
  await expect(panel(page).getByRole('button', { name: 'Add fault' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('listitem')).toContainText('The next of tasks/execute for refund: 429');
  await expect(api.v0.tasks.execute({ body: { slug: 'refund' } })).rejects.toThrow(/./);
  await expect(rowsOf(page, 'Traffic').first()).toContainText('429');
});

test('the attempts of a call are listed with their gaps', async ({ page, api, hangar }) => {
  await api.emulator.faults.create({ body: { slug: 'busy', kind: 'error', status: 503, times: 1 } });
  const execute = () =>
    fetch(`${hangar.ready.url}/v0/tasks/execute`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': hangar.ready.apiKey, 'Idempotency-Key': 'once' },
      body: '{"slug":"refund"}',
    });
  for (let count = 0; count < 3; count++) await execute();
  await page.goto('/traffic');
  await rowsOf(page, 'Traffic').first().click();
  await page.getByRole('tab', { name: 'Attempts' }).click();
  const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await expect(attempts).toHaveCount(3);
  await expect(attempts.nth(0)).toContainText('503');
  await expect(attempts.nth(0)).toContainText('Fault busy');
  await expect(attempts.nth(1)).toContainText('same key');
  await expect(attempts.nth(2)).toContainText('nothing executed again');
  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
});
