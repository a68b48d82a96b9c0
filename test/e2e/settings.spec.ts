import { readFile } from 'node:fs/promises';
import { Task } from '../../shared/model/task.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessible.ts';
import { expect, test } from './support/hangar.ts';
import { fact } from './support/facts.ts';
import { open } from './support/pages.ts';
import { expectSaved } from './support/editor.ts';
import { runCommand } from './support/palette.ts';

const greet = { slug: 'greet', name: 'Greet' };

test.use({ workspace: { tasks: [greet], resources: [{ slug: 'mail', kind: 'odd', resource: {} }] } });

fact.describe('settings are chosen and saved, the state is exported, reset, imported and compared', () => {
  fact.describe.configure({ mode: 'default' });

  fact('an export brings everything back after a reset and a deletion', async ({ page, api }) => {
    const { runID } = await api.v0.tasks.execute({ body: { slug: 'greet' } });
    await open(page, '/settings');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export', exact: true }).click();
    const file = await (await download).path();
    const exported = JSON.parse(await readFile(file, 'utf8')) as {
      workspace: { tasks: unknown[] };
      state: unknown[];
    };
    expect(exported.workspace.tasks).toEqual([greet]);

    const runs = async () => (await api.emulator.runs.list({ query: {} })).runs.map(({ id }) => id);
    const reset = page.getByRole('button', { name: 'Reset', exact: true });
    await reset.click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(runs).toEqual([runID]);
    await reset.click();
    await expect.poll(runs).toEqual([]);
    expect((await api.emulator.runs.list({ query: {} })).runs).toEqual([]);
    await api.emulator.definitions.tasks.remove({ params: { id: 'greet' } });
    await api.emulator.definitions.tasks.create({ body: Task.parse({ slug: 'other' }) });
    await api.emulator.definitions.tasks.create({ body: Task.parse({ slug: 'another' }) });

    await page.locator('input[type=file]').setInputFiles({
      name: 'export.json',
      mimeType: 'application/json',
      buffer: await readFile(file),
    });
    const dialog = page.getByRole('dialog', { name: 'Import export.json?' });
    await expect(dialog.getByRole('row', { name: 'Tasks' })).toHaveText('Tasks21');
    await expect(dialog).toContainText('the file has 1 run.');
    await expectAccessibleInBothThemes(page);
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await expect(dialog).toBeHidden();
    expect((await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug)).toEqual(['greet']);
    expect((await api.emulator.runs.list({ query: {} })).runs.map(({ id }) => id)).toEqual([runID]);
    await page.getByRole('link', { name: 'Runs' }).click();
    await expect(page.getByRole('option', { name: /Greet/ })).toBeVisible();
  });

  fact('the theme follows the system until one is chosen, which stays', async ({ page }) => {
    const html = page.locator('html');
    await open(page, '/settings');
    await expect(page.getByLabel('System')).toBeChecked();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByLabel('Light', { exact: true }).check();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.reload();
    await expect(page.getByLabel('Light', { exact: true })).toBeChecked();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.getByLabel('System').check();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  fact('limits are checked at their fields and saved', async ({ page, api }) => {
    const before = await api.emulator.settings.get();
    await open(page, '/settings');
    await page.getByLabel('Finished runs to keep').fill('-1');
    await page.getByLabel('Requests to keep').focus();
    await expect(page.getByLabel('Finished runs to keep')).toHaveAccessibleDescription(/Must be at least 0/);
    await page.getByLabel('Requests to keep').fill('many');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Requests to keep')).toHaveAccessibleDescription(
      /Must be a whole number|Must be a number/,
    );
    await expect(page.getByLabel('Finished runs to keep')).toBeFocused();
    expect(await api.emulator.settings.get()).toEqual(before);
    await page.getByLabel('Finished runs to keep').fill('500');
    await page.getByLabel('Requests to keep').fill('200');
    await page.getByLabel('Limit the request rate').check();
    await page.getByLabel('Requests', { exact: true }).fill('5');
    await page.getByLabel('Period').fill('1.5');
    await page.keyboard.press('Control+S');
    await expectSaved(page);
    expect(await api.emulator.settings.get()).toEqual({
      ...before,
      retainRuns: 500,
      trafficEntries: 200,
      rateLimit: { requests: 5, seconds: 1.5 },
    });
  });

  fact('decisions are chosen by what each choice means, and hold at once', async ({ page, api }) => {
    await open(page, '/settings');
    const outputs = page.getByLabel('Outputs of a run');
    await expect(outputs).toHaveValue('object');
    await expect(outputs).toHaveAccessibleDescription(/^Always an object/);
    // Nothing is chosen yet, and SDKs expect outputs as they are.
    await page.getByLabel('SDK').fill('acme');
    await expect(outputs).toHaveValue('any');
    await outputs.selectOption('object');
    await page.getByLabel('SDK').fill('');
    await outputs.selectOption('any');
    await expect(outputs).toHaveAccessibleDescription(/^The value as it is/);
    await page.getByLabel('Unknown fields and query parameters').selectOption('refuse');
    await page.getByLabel('Strict').check();
    await expectAccessible(page);
    await page.keyboard.press('Control+S');
    await expectSaved(page);
    expect(await api.emulator.settings.get()).toMatchObject({
      strict: true,
      decisions: { outputs: 'any', 'unknown-fields': 'refuse' },
    });
  });

  fact('a workspace file that is read in memory is never said to be saved', async ({ page }) => {
    await open(page, '/settings');
    await expect(page.getByRole('contentinfo')).toContainText('workspace.json · not saved');
    await expect(page.getByRole('main')).toContainText('Read only');
  });

  fact('a checkpoint is compared with now, and with another checkpoint', { tag: '@variant' }, async ({ page, api }) => {
    const { items } = await api.emulator.definitions.tasks.list();
    await api.emulator.checkpoints.save({ body: { name: 'before' } });
    await api.emulator.definitions.tasks.remove({ params: { id: items[0]?.id ?? '' } });
    await api.emulator.checkpoints.save({ body: { name: 'between' } });
    await api.emulator.definitions.tasks.create({ body: { slug: 'second' } });
    await open(page, '/settings');
    const row = page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem').filter({ hasText: 'before' });
    await row.getByRole('button', { name: 'Compare' }).click();
    const definitions = page.getByRole('dialog').getByRole('list', { name: 'Definitions' }).getByRole('listitem');
    await expect(definitions).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('between');
    await expect(page.getByRole('dialog', { name: 'From before to between' })).toBeVisible();
    await expect(definitions).toHaveCount(1);
    await expect(definitions).toContainText(`tasks.${items[0]?.slug}`);
    await expectAccessibleInBothThemes(page);
  });
});

test.describe('with refused requests', () => {
  test.use({ allowedInConsole: [/status of 4(00|09)/] });

  fact.describe('a file that is no export is refused; checkpoints are saved, compared, restored and deleted', () => {
    fact.describe.configure({ mode: 'default' });

    fact(
      'a file that is no export is refused with the reason, and nothing is replaced',
      { tag: '@variant' },
      async ({ page, api }) => {
        await open(page, '/settings');
        const choose = (name: string, text: string) =>
          page
            .locator('input[type=file]')
            .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text, 'utf8') });
        await choose('broken.json', '{');
        await expect(page.getByRole('alert')).toContainText(
          'broken.json is not a bundle or export: its text is not valid JSON',
        );
        await choose('other.json', '{"version":1}');
        await expect(page.getByRole('alert')).toContainText('is not a bundle or export: workspace: is required');
        await choose('wrong.json', '{"version":1,"workspace":{"version":1,"tasks":[{"slug":"no good"}]}}');
        await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
        await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Nothing was replaced');
        expect((await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug)).toEqual(['greet']);
      },
    );

    fact('a checkpoint is saved from anywhere, compared, restored, and deleted', async ({ page, api }) => {
      await open(page, '/runs');
      await expect(page.getByRole('button', { name: /^Clock/ })).toBeVisible();
      await runCommand(page, 'Save checkpoint');
      const saving = page.getByRole('dialog', { name: 'Save checkpoint' });
      const name = saving.getByRole('textbox', { name: 'Name' });
      await name.fill('not a slug');
      await page.keyboard.press('Enter');
      await expect(name).toHaveAccessibleDescription(/^Must be a slug/);
      await name.fill('base');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(page.getByText('Checkpoint base saved')).toBeVisible();
      const { items } = await api.emulator.definitions.tasks.list();
      await api.emulator.definitions.tasks.remove({ params: { id: items[0]?.id ?? '' } });
      await open(page, '/settings');
      const rows = page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem');
      await expect(rows).toContainText('base');
      await rows.getByRole('button', { name: 'Compare' }).click();
      const compared = page.getByRole('dialog', { name: 'Since base' });
      await expect(compared).toContainText('Changed: 1 definition.');
      await expect(compared.getByRole('list', { name: 'Definitions' })).toContainText(`tasks.${items[0]?.slug}`);
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');
      await rows.getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByText('base is restored. Replaced: 1 definition.')).toBeVisible();
      expect((await api.emulator.definitions.tasks.list()).items.map(({ slug }) => slug)).toContain(items[0]?.slug);
      await page.getByRole('button', { name: 'Save checkpoint' }).click();
      await saving.getByRole('textbox', { name: 'Name' }).fill('base');
      await page.keyboard.press('Enter');
      await expect(saving).toContainText('A checkpoint of this name exists.');
      await page.keyboard.press('Escape');
      await rows.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete base?' }).getByRole('button', { name: 'Delete' }).click();
      await expect(rows).toHaveCount(0);
      await expectAccessibleInBothThemes(page);
    });
  });
});
