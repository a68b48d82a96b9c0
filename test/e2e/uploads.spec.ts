import { expect, test } from './support/hangar.ts';
import { holdChanges } from './support/hold.ts';

test.use({
  workspace: {
    tasks: [
      {
        slug: 'read',
        name: 'Read a file',
        parameters: [
          { slug: 'file', name: 'File', type: 'upload' },
          { slug: 'note', name: 'Note' },
          {
            slug: 'more',
            name: 'More',
            type: 'object',
            params: [
              { slug: 'inner', name: 'Inner file', type: 'upload' },
              { slug: 'about', name: 'About it' },
            ],
          },
        ],
      },
    ],
  },
});

const FILE = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('id\n1\n') };

test('text typed while a file is uploaded stays', async ({ page }) => {
  const sendOn = await holdChanges(page, /_emulator\/uploads/);
  await page.goto('/tasks/read');
  const form = page.getByRole('region', { name: /Try it/ });
  for (const nth of [0, 1]) await form.locator('input[type=file]').nth(nth).setInputFiles(FILE);
  await form.getByLabel('Note', { exact: true }).fill('the newest');
  await form.getByLabel('About it').fill('the inner one');
  sendOn();
  await expect(form.getByRole('link', { name: /^upl/ })).toHaveCount(2);
  await expect(form.getByLabel('Note', { exact: true })).toHaveValue('the newest');
  await expect(form.getByLabel('About it')).toHaveValue('the inner one');
});
