import type { Page } from '@playwright/test';
import { HELD, heldRun } from '../../support/held-run.ts';
import { liveClient } from '../../support/live-client.ts';
import type { Display } from '../../../shared/model/display.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from '../../e2e/support/accessible.ts';
import { expect, test } from '../../e2e/support/hangar.ts';

test.use({ workspace: { tasks: [{ slug: 'work', name: 'Work', behavior: HELD, concurrency: 10 }] } });

const shownAs = (page: Page, place: number) => page.getByRole('region', { name: `Display ${place}`, exact: true });

test('displays of a run appear at once, above its output', async ({ page, hangar, api }) => {
  const { url } = hangar.ready;
  const { runID, key } = await heldRun(api, 'work');
  const { runtime } = liveClient(url, key).api;
  const show = (display: Display) => runtime.displays.create({ body: { display } });
  await page.goto(`/runs/${runID}`);
  await expect(page.getByText('No output yet')).toBeVisible();

  await show({ kind: 'markdown', content: '# Refunds\n\n- **two** failed\n\n```\nmake\n```\n\n| a |\n|--:|\n| 1 |' });
  const text = shownAs(page, 1);
  await expect(text.getByRole('heading', { level: 3 })).toHaveText('Refunds');
  await expect(text.getByRole('listitem')).toHaveText('two failed');
  await expect(text.getByRole('cell')).toHaveText('1');

  await show({ kind: 'json', value: { failed: ['A-1'] } });
  await expect(shownAs(page, 2)).toContainText('"A-1"');

  const rows = Array.from({ length: 120 }, (_, i) => (i % 2 === 0 ? { id: i, note: { a: 1 } } : [i, 'a list']));
  await show({ kind: 'table', columns: [{ slug: 'id', name: 'Order' }, { slug: 'note' }], rows });
  const table = shownAs(page, 3);
  await expect(table.getByRole('columnheader')).toHaveText(['Order', 'note']);
  await expect(table.getByRole('row')).toHaveCount(51);
  await expect(table.getByRole('row').nth(1)).toHaveText('0{"a":1}');
  await expect(table.getByRole('row').nth(2)).toHaveText('1a list');
  await table.getByRole('button', { name: '50 more rows of 70' }).click();
  await table.getByRole('button', { name: '20 more rows of 20' }).click();
  await expect(table.getByRole('row')).toHaveCount(121);

  const { upload, writeOnlyURL } = await runtime.uploads.create({ body: { fileName: 'a b.csv', sizeBytes: 3 } });
  await fetch(writeOnlyURL, { method: 'PUT', body: '1;2' });
  await show({ kind: 'file', uploadID: upload.id });
  const download = page.waitForEvent('download');
  await shownAs(page, 4).getByRole('link', { name: 'a b.csv' }).click();
  expect((await download).suggestedFilename()).toBe('a b.csv');

  await expectAccessibleInBothThemes(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 800, height: 600 });
  await expectNoOverflow(page);
});

/** Texts that act, leave the page or load something where Markdown is not made safe. */
const HOSTILE = [
  `${'> '.repeat(10_000)}a`,
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '<svg onload="window.hit = 1"></svg>',
  '<iframe srcdoc="<script>parent.hit = 1</script>"></iframe>',
  '<form action="/_emulator/reset" method="post"><button>Press</button></form>',
  '<style>body { display: none }</style><link rel="stylesheet" href="https://example.com/a.css">',
  '<base href="https://example.com/"><meta http-equiv="refresh" content="0;url=https://example.com/">',
  '[a](javascript:window.hit=1)',
  '[a](JaVaScRiPt:window.hit=1)',
  '[a](java&#115;cript:window.hit=1)',
  '[a](\u0001javascript:window.hit=1)',
  '[a](data:text/html,<script>window.hit=1</script>)',
  '[a](/_emulator/reset) [b](//example.com) [c](#top)',
  '![a](https://example.com/pixel.png) ![b](data:image/svg+xml,<svg/onload=alert(1)>) ![c](/v0/runs/list)',
  '[a](https://example.com "x\\" onmouseover=\\"window.hit=1")',
  '`<script>window.hit = 1</script>`\n\n    <img src=x onerror=window.hit=1>',
  '<https://example.com/?<script>window.hit=1</script>>',
  '| <img src=x onerror=window.hit=1> |\n|---|\n| <script>window.hit=1</script> |',
];

test('no text in Markdown acts, loads anything, or links into Hangar', async ({ page, hangar, api }) => {
  const { url } = hangar.ready;
  const { runID, key } = await heldRun(api, 'work');
  const { runtime } = liveClient(url, key).api;
  const { port } = new URL(url);
  const names = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '0',
  ];
  const own = names.map((name) => `[a](http://${name}:${port}/_emulator/info)`);
  own.push(`<http://user@127.0.0.1:${port}/>`, `[a](http:///127.0.0.1:${port}/)`, `![a](${url}/_emulator/export)`);
  own.push(`[a](http://127.0.0.1:0${port}/) [b](http://[::ffff:127.0.0.1]:${port}/)`, `[a]: ${url} "own"\n\n[a]`);
  for (const content of [own.join('\n'), ...HOSTILE])
    await runtime.displays.create({ body: { display: { kind: 'markdown', content } } });
  const away: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) away.push(request.url());
  });
  await page.goto(`/runs/${runID}`);
  await expect(shownAs(page, HOSTILE.length + 1)).toContainText('window.hit');
  await expect(shownAs(page, 3)).toContainText('<script>window.hit = 1</script>');
  const displays = page.locator('section[aria-label^="Display "]');
  const acting = 'script, img, svg, iframe, form, button, style, link, base, meta, object, embed, input, video, audio';
  await expect(displays.locator(acting)).toHaveCount(0);
  const found = await displays.evaluateAll((sections) =>
    sections.flatMap((section) =>
      [...section.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes].map(({ name, value }) => `${name}=${value}`),
      ),
    ),
  );
  const ours =
    /^(?:class=\S*|tabindex=0|target=_blank|rel=noopener noreferrer|title=[^]*|href=https:\/\/example\.com[^]*)$/;
  expect(found.filter((attribute) => !ours.test(attribute))).toEqual([]);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(away).toEqual([]);
  await expectAccessibleInBothThemes(page);
});
