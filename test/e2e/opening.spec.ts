import type { clientOf } from '../support/program.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { rowsOf } from './support/list.ts';
import { oldestPrompt } from './support/prompts.ts';
import { PAGE } from './support/wording.ts';

test.use({
  prefetchesCode: true,
  workspace: {
    tasks: [
      { slug: 'one', name: 'One' },
      {
        slug: 'ask',
        name: 'Ask',
        behavior: {
          kind: 'steps',
          steps: [{ do: 'prompt', description: 'Go on?' }],
        },
      },
    ],
    runbooks: [{ slug: 'book', name: 'Book', blocks: [{ slug: 'sign', kind: 'prompt', description: 'Sign?' }] }],
  },
});

type Api = ReturnType<typeof clientOf>;

const begin = async (api: Api) => (await api.v0.runbooks.execute({ body: { slug: 'book' } })).sessionID;
const execute = async (api: Api, slug: string) => (await api.v0.tasks.execute({ body: { slug } })).runID;

/** Executes the task that ends by itself, and waits for that: what changes is asked for again, and rightly so. */
async function finishedRun(api: Api): Promise<string> {
  const id = await execute(api, 'one');
  await expect.poll(async () => (await api.v0.runs.get({ query: { id } })).status).toBe('Succeeded');
  return id;
}

/** The pages to open, with functions that return their URLs. */
const ADDRESSES: Readonly<Record<string, (api: Api) => Promise<string>>> = {
  'the overview': () => Promise.resolve('/overview'),
  'the runs under a filter': () => Promise.resolve('/runs?status=Succeeded&q=one'),
  'a run': async (api) => `/runs/${await finishedRun(api)}`,
  'a session': async (api) => `/sessions/${await waitingSession(api)}`,
  'a request': async (api) => `/traffic/${(await api.emulator.traffic.list({ query: {} })).entries[0]?.id}`,
  'a prompt': async (api) => `/prompts/${await oldestPrompt(api)}`,
};

/** Counts what is asked of Hangar's own side, by address. */
function countAsked(page: Page): Map<string, number> {
  const asked = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/_emulator/') || pathname === '/_emulator/events') return;
    asked.set(pathname + search, (asked.get(pathname + search) ?? 0) + 1);
  });
  return asked;
}

/** Begins a session that then waits, so that nothing of it changes any more. */
async function waitingSession(api: Api): Promise<string> {
  const id = await begin(api);
  const isAsked = async () => (await api.emulator.prompts.list()).prompts.some(({ sessionID }) => sessionID === id);
  await expect.poll(isAsked).toBe(true);
  return id;
}

for (const [name, addressOf] of Object.entries(ADDRESSES)) {
  test(`opening ${name} asks nothing twice, though it is asked for before its code is there`, async ({ page, api }) => {
    await finishedRun(api);
    await execute(api, 'ask');
    await oldestPrompt(api);
    const address = await addressOf(api);
    const asked = countAsked(page);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // The footer's requests come last.
    await expect.poll(() => [...asked.keys()].some((path) => path.includes('traffic?limit=1000'))).toBe(true);
    await page.waitForLoadState('load');
    const twice = [...asked].filter(([path, times]) => times > 1 && !path.includes('traffic?limit=0'));
    expect(twice).toEqual([]);
    expect(asked.size).toBeGreaterThan(6);
  });
}

test('a page whose code comes late asks nothing twice either', async ({ page, api }) => {
  const id = await finishedRun(api);
  const asked = countAsked(page);
  // Later than the window waits for it before it draws, and then hands on events.
  await page.route(/\/assets\/RunsPage.*js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await page.goto(`/runs/${id}/logs`);
  await expect(page.getByText('No log lines')).toBeVisible();
  expect([...asked].filter(([path, times]) => times > 1 && path.includes('/runs'))).toEqual([]);
});

test('nothing is missed that happens while the window’s code is on its way', async ({ page, api }) => {
  const id = await begin(api);
  const prompt = await oldestPrompt(api);
  let letCodeCome = () => {};
  const allowed = new Promise<void>((resolve) => (letCodeCome = resolve));
  await page.route(/\/assets\/index-.*js$/, async (route) => {
    await allowed;
    await route.continue();
  });
  const seen = page.waitForResponse((answer) => answer.url().endsWith(`/_emulator/sessions/${id}`));
  await page.goto(`/sessions/${id}`, { waitUntil: 'commit' });
  await seen;
  await api.emulator.prompts.submit({ params: { id: prompt }, body: { values: {} } });
  const status = async () => (await api.emulator.sessions.get({ params: { id } })).row.session.status;
  await expect.poll(status).toBe('Succeeded');
  // Longer than the window gathers events before it hands them on.
  await page.waitForTimeout(300);
  letCodeCome();
  await expect(page.getByRole('main').getByText('Succeeded').first()).toBeVisible();
  await expect(rowsOf(page, 'Sessions').first().getByRole('img', { name: 'Succeeded' })).toBeVisible();
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
    await expect(page.getByRole('heading', { level: 1, name: PAGE.overview })).toBeVisible();
    // Longer than an idle window waits for loading other code.
    await page.waitForTimeout(2000);
    expect(['OverviewPage', 'SettingsPage', 'CodeMirror'].map(asked)).toEqual([true, false, false]);
    await page.getByRole('navigation').getByRole('link', { name: PAGE.settings }).click();
    await expect(page.getByRole('heading', { level: 1, name: PAGE.settings })).toBeVisible();
    expect(asked('SettingsPage')).toBe(true);
  });
});
