import { type Api, expect, type Page, test } from '../../e2e/support/hangar.ts';
import { rowsOf } from '../../e2e/support/list.ts';
import { oldestPrompt } from '../../e2e/support/prompts.ts';
import { steps } from '../../support/steps.ts';

test.use({
  prefetchesCode: true,
  workspace: {
    tasks: [
      { slug: 'one', name: 'One' },
      { slug: 'ask', name: 'Ask', behavior: steps({ do: 'prompt', description: 'Go on?' }) },
    ],
    runbooks: [{ slug: 'book', name: 'Book', blocks: [{ slug: 'sign', kind: 'prompt', description: 'Sign?' }] }],
  },
});

const begin = async (api: Api) => (await api.v0.runbooks.execute({ body: { slug: 'book' } })).sessionID;

test('nothing is missed that happens while the first responses are on their way', async ({ page, api }) => {
  const id = await begin(api);
  const prompt = await oldestPrompt(api);
  let answered = 0;
  let letAnswersCome = () => {};
  const allowed = new Promise<void>((resolve) => (letAnswersCome = resolve));
  await page.route(/\/_emulator\/sessions/, async (route) => {
    const response = await route.fetch();
    answered += 1;
    await allowed;
    await route.fulfill({ response });
  });
  await page.goto(`/sessions/${id}`, { waitUntil: 'commit' });
  // The session and the list.
  await expect.poll(() => answered).toBeGreaterThan(1);
  await api.emulator.prompts.submit({ params: { id: prompt }, body: { values: {} } });
  const status = async () => (await api.emulator.sessions.get({ params: { id } })).row.session.status;
  await expect.poll(status).toBe('Succeeded');
  // Longer than the window gathers events before it hands them on.
  await page.waitForTimeout(300);
  letAnswersCome();
  await expect(page.getByRole('main').getByText('Succeeded').first()).toBeVisible();
  await expect(rowsOf(page, 'Sessions').first().getByRole('img', { name: 'Succeeded' })).toBeVisible();
  // The page may be asking again, for what it shows meanwhile.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Notes the files of code that a page asks for; returns a function that tells whether one with a name is among them. */
function noteCode(page: Page): (name: string) => boolean {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return (name) => paths.some((path) => path.includes(`/${name}-`) && path.endsWith('.js'));
}

test('an idle window loads the code of all pages and of the editor', async ({ page }) => {
  const asked = noteCode(page);
  await page.goto('/overview');
  await expect.poll(() => ['RunsPage', 'SettingsPage', 'CodeMirror'].every(asked)).toBe(true);
});

test.describe('where the browser is to save data', () => {
  test.use({ prefetchesCode: false });

  test('a window loads the code of a page when it is opened', async ({ page }) => {
    const asked = noteCode(page);
    await page.goto('/overview');
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    // Longer than an idle window waits for loading other code.
    await page.waitForTimeout(2000);
    expect(['OverviewPage', 'SettingsPage', 'CodeMirror'].map(asked)).toEqual([true, false, false]);
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(asked('SettingsPage')).toBe(true);
  });
});
