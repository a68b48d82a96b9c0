import { expectAccessibleInBothThemes } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';
import { rowsOf } from './support/list.ts';
import { exploration } from './support/pages.ts';

test.use({ workspace: { tasks: [{ slug: 'refund' }] } });

test('a counterexample is a ladder of its calls below its exploration, and its faults are applied here', async ({
  page,
  api,
}) => {
  await exploration(api);
  await page.goto('/explore');
  await expect(page.getByRole('region', { name: 'Space walked' })).toContainText('Single faults 13 of 13');
  await rowsOf(page, 'Explorations').filter({ hasText: 'refund succeeds twice for AB1042' }).click();
  await expect(page).toHaveURL(/\/explore\/exp1\/1$/);
  await expect(page.getByRole('heading', { level: 1, name: 'refund succeeds twice for AB1042' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Also by truncate.')).toBeVisible();
  const ladder = page.getByRole('region', { name: 'Ladder', exact: true });
  await expect(ladder).toContainText('Hangar 3 calls');
  await expect(ladder).toContainText('2, at most 1');
  await expect(main.getByRole('table', { name: 'Calls' }).getByRole('row')).toHaveCount(4);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Apply these faults here' }).click();
  await expect(page.getByText('The faults wait for the next calls.')).toBeVisible();
  expect((await api.emulator.schedule.get()).schedule).toMatchObject([{ kind: 'lose' }]);
});
