import { expectSaved, pressInMenu } from './support/editor.ts';
import { replaceCode } from './support/code.ts';
import { expect, type Page, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';

const orders = {
  slug: 'orders',
  name: 'Orders',
  kind: 'rest',
  resource: { baseURL: 'http://localhost:8080', headers: { Authorization: 'Bearer s3cret' } },
};
const use = { slug: 'count', name: 'Count the orders', resources: { api: 'orders' } };

test.use({ workspace: { resources: [orders], tasks: [use] } });

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

fact.describe('resources are made, checked and copied', () => {
  fact.describe.configure({ mode: 'default' });

  fact('a resource made by the form of its kind is there for programs', async ({ page, api }) => {
    await open(page, '/resources');
    await page.getByRole('link', { name: 'New resource' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Main database');
    await expect(page.getByLabel('Slug')).toHaveValue('main_database');
    await page.getByLabel('Kind').selectOption('postgres');
    await expect(page.getByLabel('Host', { exact: true })).toHaveValue('localhost');
    // The kinds have other presets, but what was typed stays.
    await page.getByLabel('Database', { exact: true }).fill('draft');
    await page.getByLabel('Kind').selectOption('mysql');
    await expect(page.getByLabel('Port', { exact: true })).toHaveValue('3306');
    await page.getByLabel('Kind').selectOption('postgres');
    await expect(page.getByLabel('Database', { exact: true })).toHaveValue('draft');
    for (const [label, text] of [
      ['Host', 'db.internal'],
      ['Database', 'shop'],
      ['User name', 'app'],
      ['Password', 's3cret'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await page.keyboard.press('Control+S');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Main database');
    await expect(page.getByRole('option', { name: /Main database/ })).toBeVisible();
    const made = (await api.emulator.definitions.resources.list()).items.find(({ slug }) => slug === 'main_database');
    expect(made).toEqual({
      id: made?.id,
      slug: 'main_database',
      name: 'Main database',
      kind: 'postgres',
      isPrivate: false,
      permissions: [],
      resource: {
        ...{ host: 'db.internal', port: '5432', database: 'shop', username: 'app', password: 's3cret' },
        ssl: 'disable',
      },
    });
    await expect(page).toHaveURL(new RegExp(`/resources/${made?.id ?? ''}$`));
  });

  fact('each problem is shown at its field, and nothing is saved until it is solved', async ({ page, api }) => {
    await open(page, '/resources/new');
    await save(page);
    await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/Is required/);
    await expect(page.getByLabel('Kind')).toHaveAccessibleDescription(/Is required/);
    await page.getByLabel('Slug').fill('orders');
    await expect(page.getByLabel('Slug')).toHaveAccessibleDescription(/Another resource has this slug/);
    await page.getByLabel('Slug').fill('rates');
    await page.getByLabel('Kind').selectOption('rest');
    await save(page);
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Base URL' }).fill('ftp://rates');
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveAccessibleDescription(
      /Must be an http or https URL/,
    );
    await save(page);
    expect((await api.emulator.definitions.resources.list()).items.map(({ slug }) => slug)).toEqual(['orders']);
    await page.getByRole('textbox', { name: 'Base URL' }).fill('https://rates');
    await save(page);
    await expect
      .poll(async () => (await api.emulator.definitions.resources.list()).items.map(({ slug }) => slug))
      .toEqual(['orders', 'rates']);
  });

  fact(
    'a kind that is not listed takes any object, which is kept as typed until it is JSON',
    { tag: '@variant' },
    async ({ page, api }) => {
      await open(page, '/resources/new');
      await page.getByLabel('Name', { exact: true }).fill('Cache');
      await page.getByLabel('Kind').selectOption('Custom kind…');
      await page.getByLabel('Custom kind').fill('redis');
      const json = page.getByRole('textbox', { name: 'Configuration' });
      await replaceCode(json, '{ "host": ');
      await save(page);
      await expect(page.getByText(/Is not JSON/)).toBeVisible();
      await page.reload();
      await expect(json).toHaveText('{ "host": ');
      await replaceCode(json, '{ "host": "cache" }');
      await save(page);
      await expectSaved(page);
      const made = (await api.emulator.definitions.resources.list()).items.at(-1);
      expect([made?.slug, made?.kind, made?.resource]).toEqual(['cache', 'redis', { host: 'cache' }]);
    },
  );

  fact('unsaved changes stay, and a copy is made of what is seen', async ({ page, api }) => {
    const [first] = (await api.emulator.definitions.resources.list()).items;
    await open(page, `/resources/${first?.id ?? ''}`);
    await expect(page.getByRole('region', { name: 'Fields of the resource' })).toContainText('Count the orders');
    await expect(page.getByLabel('Value of Authorization', { exact: true })).toHaveAttribute('type', 'password');
    await page.getByLabel('Name', { exact: true }).fill('All orders');
    await open(page, '/resources');
    await expect(page.getByRole('option', { name: /Orders/ })).toContainText('unsaved');
    await page.getByRole('option', { name: /Orders/ }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('All orders');
    await pressInMenu(page, 'Duplicate');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All orders (copy)');
    await expect(page.getByRole('option')).toHaveCount(2);
    const { items } = await api.emulator.definitions.resources.list();
    expect(items.map(({ slug, name, resource }) => [slug, name, resource])).toEqual([
      ['orders', 'All orders', orders.resource],
      ['orders_copy', 'All orders (copy)', orders.resource],
    ]);
  });
});
