import { expect, KEY, type Page, test } from './support/hangar.ts';

const shop = {
  slug: 'shop',
  name: 'Name the shop',
  behavior: {
    kind: 'steps' as const,
    steps: [{ do: 'output' as const, value: { shop: '{{ config.SHOP ?? "none" }}', in: '{{ env.slug }}' } }],
  },
};

test.use({ workspace: { environments: [{ slug: 'dev', name: 'Development', default: true }], tasks: [shop] } });

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

/** Executes the task as a program does; gives its output. */
async function execute(url: string, environment?: string): Promise<unknown> {
  const headers = {
    'X-Service-API-Key': KEY,
    ...(environment === undefined ? {} : { 'X-Service-Env-Slug': environment }),
  };
  const made = await fetch(`${url}/v0/tasks/execute`, { method: 'POST', headers, body: '{"slug":"shop"}' });
  const { runID } = (await made.json()) as { runID: string };
  let output: unknown = {};
  await expect(async () => {
    const answer = await fetch(`${url}/v0/runs/getOutputs?id=${runID}`, { headers });
    ({ output } = (await answer.json()) as { output: unknown });
    expect(output).not.toEqual({});
  }).toPass();
  return output;
}

test('config values of a new environment reach a run, and the default can be moved', async ({ page, hangar }) => {
  const { url } = hangar.ready;
  await page.goto('/environments');
  await page.getByRole('link', { name: 'New environment' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Production');
  await page.getByRole('button', { name: 'Add config value' }).click();
  await page.keyboard.type('SHOP');
  await page.getByLabel('Value of SHOP').fill('Corner Shop');
  await save(page);
  await expect(page.getByRole('option', { name: /Production/ })).toContainText('1 config value');
  expect([await execute(url), await execute(url, 'production')]).toEqual([
    { shop: 'none', in: 'dev' },
    { shop: 'Corner Shop', in: 'production' },
  ]);
  await page.getByLabel('Default environment').check();
  await save(page);
  await expect(page.getByText('This is the default environment')).toBeVisible();
  await expect(page.getByRole('option', { name: /Production/ })).toContainText('default');
  await expect(page.getByRole('option', { name: /Development/ })).not.toContainText('default');
  expect(await execute(url)).toEqual({ shop: 'Corner Shop', in: 'production' });
});

test('a wrong slug or config name is shown at its field and not saved', { tag: '@variant' }, async ({ page, api }) => {
  const [first] = (await api.emulator.definitions.environments.list()).items;
  await page.goto(`/environments/${first?.id ?? ''}`);
  await page.getByLabel('Slug').fill('no good');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/Must be a slug/);
  await page.getByLabel('Slug').fill('test');
  await expect(page.getByText('Webhook URLs contain the slug: those with “dev” stop working.')).toBeVisible();
  await page.getByRole('button', { name: 'Add config value' }).click();
  await save(page);
  await expect(page.getByLabel('Name of config value 1')).toHaveAccessibleDescription(/Is required/);
  await expect(page.getByLabel('Name of config value 1')).toBeFocused();
  expect((await api.emulator.definitions.environments.list()).items).toEqual([first]);
  await page.keyboard.type('A');
  await save(page);
  await expect(page.getByRole('option')).toContainText('test · 1 config value');
  expect((await api.emulator.definitions.environments.list()).items).toEqual([
    { ...first, slug: 'test', config: { A: '' } },
  ]);
});

test('the last environment cannot be deleted', { tag: '@variant' }, async ({ page }) => {
  await page.goto('/environments');
  await page.getByRole('option', { name: /Development/ }).click();
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
});
