import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, test } from '../../e2e/support/hangar.ts';

test.use({ allowedInConsole: [/500/] });

/** A reason of several lines with a word that is wider than any column. */
const REASON = `${'The disk of this machine cannot be read any more. '.repeat(8)}${'order_confirmation_'.repeat(20)}`;

test('what could not be loaded or is not up to date says so, accessible in both themes, small and zoomed too', async ({
  page,
  api,
}) => {
  let fails = true;
  await page.route('**/_emulator/coverage', (route) =>
    fails ? route.fulfill({ status: 500, json: { error: REASON } }) : route.fallback(),
  );
  const expectFits = async () => {
    await expectAccessibleInBothThemes(page);
    await expectNoOverflow(page, [
      [1280, 800],
      [640, 400],
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await page.goto('/traffic/coverage');
  await expect(page.getByRole('alert')).toContainText('The disk of this machine');
  await expectFits();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('tasks/execute').first()).toBeVisible();
  fails = true;
  await api.v0.tasks.execute({ body: { slug: 'greet' } });
  await expect(page.getByText(/^Not up to date: The disk of this machine/)).toBeVisible();
  await expectFits();
});
