import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { rowsOf } from './support/list.ts';

const wait = (seconds: number) => ({ do: 'wait' as const, seconds });

test.use({
  workspace: {
    tasks: [
      { slug: 'nap', name: 'Take a nap', behavior: { kind: 'steps', steps: [wait(1800)] } },
      {
        slug: 'sleep',
        name: 'Sleep long',
        timeout: 40_000,
        behavior: { kind: 'steps', steps: [wait(7200), wait(14_400)] },
      },
      {
        slug: 'oversleep',
        name: 'Oversleep',
        timeout: 18_000,
        behavior: { kind: 'steps', steps: [wait(43_200)] },
      },
    ],
  },
});

const chip = (page: Page) => page.getByRole('button', { name: /^Clock \S/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Clock' });
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();

fact.describe('the clock is advanced, frozen, sped up and put back', () => {
  fact.describe.configure({ mode: 'default' });

  fact('ten hours advanced: the effects are said, with links to the runs', async ({ page, api }) => {
    for (const slug of ['nap', 'sleep', 'oversleep']) await api.v0.tasks.execute({ body: { slug } });
    await open(page, '/runs');
    await expect(chip(page)).toHaveText(/^Clock \d\d:\d\d:\d\d$/);
    await chip(page).click();
    const coming = panel(page).getByRole('region', { name: 'Coming up' });
    await expect(coming.getByRole('listitem').first()).toContainText('Take a nap ends its wait');
    await page.keyboard.press('Tab');
    await panel(page).getByRole('textbox', { name: 'Advance by or to' }).fill('10 h');
    await page.keyboard.press('Enter');
    const result = panel(page).getByRole('status');
    await expect(result).toContainText(
      '10 h passed. 3 waits ended, 1 timeout reached and 3 runs finished (1 cancelled).',
    );
    await expect(chip(page)).toContainText('10 h ahead');
    await expect(panel(page)).toContainText('10 h ahead of this computer');
    await expect(coming).toContainText('Nothing waits for time to pass.');
    await expectAccessibleInBothThemes(page);
    await result.getByRole('link', { name: 'Oversleep' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Oversleep' })).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
  });

  fact(
    'the results of several advances stand below one another until the panel is closed',
    { tag: '@variant' },
    async ({ page, api }) => {
      for (const slug of ['nap', 'sleep']) await api.v0.tasks.execute({ body: { slug } });
      await open(page, '/runs');
      await chip(page).click();
      const result = panel(page).getByRole('status');
      await press(page, '+1 h');
      await expect(result).toContainText('1 h passed. 1 wait ended and 1 run finished');
      await press(page, '+1 h');
      await expect(result).toContainText('1 h passed. 1 wait ended.');
      const earlier = panel(page).getByRole('list', { name: 'Earlier advances' });
      await expect(earlier).toContainText('1 h passed. 1 wait ended and 1 run finished');
      await expect(earlier.getByRole('link', { name: 'Take a nap' })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');
      await chip(page).click();
      await expect(panel(page)).toBeVisible();
      await expect(result).toBeEmpty();
      await expect(earlier).toHaveCount(0);
    },
  );

  fact('a frozen clock stands still; its ages follow it, and events are gone to one by one', async ({ page, api }) => {
    await api.emulator.clock.set({ body: { state: 'frozen', now: '2030-01-01T00:00:00Z' } });
    await api.v0.tasks.execute({ body: { slug: 'sleep' } });
    await open(page, '/runs');
    await expect(chip(page)).toContainText(/Jan .*:00:00 · .* ahead · frozen/);
    await expect(rowsOf(page, 'Runs').first()).toContainText('now');
    await chip(page).click();
    await press(page, 'To the next event');
    await expect(panel(page).getByRole('status')).toContainText('2 h passed. 1 wait ended.');
    await expect(rowsOf(page, 'Runs').first()).toContainText('2 h');
    await expect(panel(page).getByRole('listitem').first()).toContainText('4 h');
    await panel(page).getByRole('button', { name: 'Go', description: 'Sleep long ends its wait' }).click();
    await expect(panel(page).getByRole('status')).toContainText('4 h passed. 1 wait ended and 1 run finished.');
    await press(page, 'To the next event');
    await expect(panel(page).getByRole('status')).toContainText('Nothing was due.');
    for (const name of ['+1 min', '+1 h', '+1 day']) await press(page, name);
    const shown = async () => {
      const { now, state } = await api.emulator.clock.read();
      return [now.slice(0, 16), state];
    };
    await expect.poll(shown).toEqual(['2030-01-02 07:01', 'frozen']);
    await expectNoOverflow(page);
  });

  fact('state and speed are set from the panel, and real time comes back without a reset', async ({ page, api }) => {
    const { runID: id } = await api.v0.tasks.execute({ body: { slug: 'nap' } });
    await open(page, '/overview');
    await chip(page).click();
    await press(page, 'Freeze');
    await expect(chip(page)).toContainText('frozen');
    await expect(panel(page).getByRole('button', { name: 'Freeze' })).toHaveAttribute('aria-pressed', 'true');
    await press(page, 'Run');
    await press(page, '×3600');
    await expect(chip(page)).toContainText('×3600');
    await expect.poll(async () => (await api.v0.runs.get({ query: { id } })).status).toBe('Succeeded');
    await press(page, '×1');
    await press(page, 'Freeze');
    // It ran ahead, so only a reset goes back.
    await press(page, 'Reset to real time');
    await expect(chip(page)).toHaveText(/^Clock \d\d:\d\d:\d\d$/);
    expect((await api.emulator.clock.read()).offsetSeconds).toBe(0);
  });
});
