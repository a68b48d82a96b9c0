import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { type Api, expect, type Page, test } from '../../e2e/support/hangar.ts';
import { fact } from '../../e2e/support/facts.ts';
import { misfits } from '../../e2e/support/layout.ts';
import { open } from '../../e2e/support/pages.ts';
import { oldestPrompt } from '../../e2e/support/prompts.ts';
import { steps } from '../../support/steps.ts';

const LONG = 'A task with a name that is much longer than most names that anyone would give to a task';

const QUESTION = 'Is this question short or long, as questions go?';

test.use({
  workspace: { tasks: [{ slug: 'ask', name: LONG, behavior: steps({ do: 'prompt', description: QUESTION }) }] },
});

const more = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More actions' });

async function waitingRun(api: Api): Promise<string> {
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  await oldestPrompt(api);
  return runID;
}

/** Pages with actions in their header, and the action that is always beside the name. */
const PAGES = {
  run: async (api: Api) => ({ path: `/runs/${await waitingRun(api)}`, last: 'Run again…' }),
  request: async (api: Api) => {
    await waitingRun(api);
    const [entry] = (await api.emulator.traffic.list({ query: {} })).entries;
    return { path: `/traffic/${entry?.id}`, last: 'Send again' };
  },
  prompt: async (api: Api) => {
    await waitingRun(api);
    return { path: `/prompts/${await oldestPrompt(api)}`, last: 'Answer automatically…' };
  },
};

/** The sizes of the window. */
const SIZES = [
  [1440, 900],
  [1280, 800],
  [800, 600],
] as const;

async function expectInOneRow(page: Page, path: string, last: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    // Drawn anew at this size.
    await open(page, '/environments');
    await open(page, path);
    const title = page.getByRole('heading', { level: 1 });
    const action = page.getByRole('main').getByRole('button', { name: last, exact: true });
    await expect(action).toBeInViewport({ ratio: 1 });
    const [heading, button] = [await title.boundingBox(), await action.boundingBox()];
    expect(middle(button)).toBeCloseTo(middle(heading), -1);
    const shown = await page.getByRole('main').getByRole('button', { disabled: false }).evaluateAll(outsideOfWindow);
    expect(shown).toEqual([]);
  }
  await expectNoOverflow(page);
}

const middle = (box: { y: number; height: number } | null) => (box === null ? NaN : box.y + box.height / 2);

/** The buttons that are cut by the right edge of the window. */
function outsideOfWindow(buttons: Element[]): string[] {
  return buttons
    .filter((button) => button.getBoundingClientRect().right > window.innerWidth)
    .map(({ textContent }) => textContent);
}

fact.describe('the actions of a header stand beside its name at every size, and are reached by keyboard', () => {
  fact.describe.configure({ mode: 'default' });

  for (const [what, pageOf] of Object.entries(PAGES))
    fact(`the actions of a ${what} stand in one row beside its name, at every size`, async ({ page, api }) => {
      const { path, last } = await pageOf(api);
      await expectInOneRow(page, path, last);
    });

  fact('the actions leave room for the name when a window gets narrower', async ({ page, api }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/runs/${await waitingRun(api)}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Run again…', exact: true })).toBeVisible();
    const title = page.getByRole('heading', { level: 1 });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expect.poll(async () => (await title.boundingBox())?.width ?? 0).toBeGreaterThan(60);
    }
  });

  fact('arrows, Home, End and letters move in a menu of actions', async ({ page, api }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/runs/${await waitingRun(api)}`);
    await page.getByRole('button', { name: 'More ways to run…' }).press('Enter');
    const action = (name: string) =>
      page.getByRole('dialog', { name: 'More ways to run' }).getByRole('button', { name });
    await expect(action('Repeat')).toBeFocused();
    for (const [key, name] of [
      ['ArrowDown', 'Make the next one fail…'],
      ['End', 'Make the next one slow…'],
      ['ArrowDown', 'Repeat'],
      ['ArrowUp', 'Make the next one slow…'],
      ['Home', 'Repeat'],
      ['m', 'Make the next one fail…'],
      ['m', 'Make the next one slow…'],
      ['r', 'Repeat'],
      ['m', 'Make the next one fail…'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(action(name)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    const faults = page.getByRole('dialog', { name: 'Faults' });
    await faults.getByRole('button', { name: 'Add fault' }).press('Enter');
    await expect(faults.getByRole('listitem')).toContainText('The next of tasks/execute for ask: its run fails');
    expect((await api.emulator.faults.list()).items).toMatchObject([{ kind: 'run', times: 1, match: { task: 'ask' } }]);
  });

  fact(
    'actions without room are in a menu, by keyboard too, and come back when there is room',
    async ({ page, api }) => {
      await page.setViewportSize({ width: 800, height: 600 });
      await open(page, `/runs/${await waitingRun(api)}`);
      await expect(page.getByRole('link', { name: 'Compare' })).toHaveCount(0);
      await more(page).press('Enter');
      await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');
      await expect(more(page)).toBeFocused();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('dialog', { name: 'More actions' });
      await menu.getByRole('button', { name: 'Copy as curl', exact: true }).press('Enter');
      await expect(menu.getByRole('button', { name: 'Copy as curl: copied' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'More ways to run…' }).press('Enter');
      await page.getByRole('button', { name: 'Repeat' }).press('Enter');
      await expect(page.getByRole('main').getByRole('link', { name: /^repeats run/ })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.setViewportSize({ width: 1920, height: 900 });
      await expect(page.getByRole('link', { name: 'Compare' })).toBeVisible();
      // As 1280 × 800 is at 200 % zoom: each part can be scrolled to.
      await page.setViewportSize({ width: 640, height: 400 });
      for (const part of [page.getByRole('button', { name: 'Cancel', exact: true }), page.getByRole('tabpanel')]) {
        await part.scrollIntoViewIfNeeded();
        await expect(part).toBeInViewport({ ratio: 1 });
      }
    },
  );

  fact(
    'a button whose menu is open stays while the window gets narrower, until the menu is closed',
    async ({ page, api }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, (await PAGES.request(api)).path);
      const button = page.getByRole('main').getByRole('button', { name: 'Copy as…' });
      await button.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Copy as' })).toBeVisible();
      await page.setViewportSize({ width: 800, height: 600 });
      await expect.poll(async () => (await page.getByRole('main').boundingBox())?.width).toBeLessThan(800);
      await expect(button).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(more(page)).toBeVisible();
      await expect(button).toHaveCount(0);
    },
  );

  fact('an action that gets wider by itself moves others to the menu', async ({ page, api }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { path, last } = await PAGES.request(api);
    await open(page, path);
    const action = page.getByRole('main').getByRole('button', { name: last, exact: true });
    await action.evaluate((button) => button.style.setProperty('width', '240px'));
    await expect.poll(() => page.evaluate(misfits)).toEqual([]);
    await expect(more(page)).toBeVisible();
  });
});

test.describe('a name of 600 characters', () => {
  const name = 'name '.repeat(120).trim();
  test.use({ workspace: { tasks: [{ slug: 'hooked', name, webhooks: ['paid'] }] } });

  test('takes one line below the title of its webhook, with the whole name in its tooltip', async ({ page }) => {
    await page.goto('/webhooks/hooked/paid');
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('title', name);
    expect((await link.boundingBox())?.height).toBeLessThan(30);
  });
});
