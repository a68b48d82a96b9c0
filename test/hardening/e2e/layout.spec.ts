import { SAMPLE_WORKSPACE } from '../../../electron/emulator/compose/sample-workspace.ts';
import { expect, test } from '../../e2e/support/hangar.ts';
import { expectFits, expectPopoversFit, misfits } from '../../e2e/support/layout.ts';
import { crawl, fill, pathOf, PLACES } from '../../e2e/support/pages.ts';
import { steps } from '../../support/steps.ts';

const LONG = 'Reconcile the ledger of every subsidiary with the statements of its banks, in all currencies';
const SLUG = 'reconcile_the_ledger_of_every_subsidiary';
const ARABIC = 'استرداد الطلب وإشعار العميل';
const { environments, resources, tasks, runbooks } = SAMPLE_WORKSPACE;

/** Names and values that are long, cannot be broken, or are read from right to left, first in each list. */
const CROWDED = {
  environments: [...environments, { slug: SLUG, name: LONG, config: { [SLUG]: LONG } }],
  users: [
    { name: LONG, email: `${SLUG}@${SLUG}.example.com`, role: 'restricted_developer' as const },
    { name: ARABIC, email: 'a@example.com' },
  ],
  groups: [{ slug: SLUG, name: LONG, members: ['a@example.com'] }],
  apiKeys: [{ name: LONG, key: `tkn_${'x'.repeat(80)}`, environments: [SLUG] }],
  resources: [{ slug: SLUG, name: LONG, kind: 'rest', resource: { baseURL: `http://${SLUG}.example` } }, ...resources],
  tasks: [
    {
      slug: SLUG,
      name: LONG,
      description: LONG,
      parameters: [
        { slug: SLUG, name: LONG, default: 'x' },
        { slug: 'text', name: ARABIC, default: ARABIC },
        { slug: 'id', default: 'DE00-0000-'.repeat(20) },
      ],
      resources: { db: SLUG },
      webhooks: { [SLUG]: {} },
      behavior: steps(
        { do: 'log', text: 'W'.repeat(300) },
        { do: 'log', text: ARABIC },
        { do: 'fail', message: `${LONG} ${'DE00-0000-'.repeat(40)}` },
      ),
    },
    ...tasks,
  ],
  runbooks: [{ slug: SLUG, name: LONG, blocks: [{ slug: SLUG, kind: 'task' as const, task: SLUG }] }, ...runbooks],
};

/** Content that does not fit, and the beginning of what is said about it. */
const MISFITS = [
  ['<div style="height: 2000px"></div>', 'the document is 20'],
  ['<div style="width: 3000px; height: 1px"></div>', 'the document is 30'],
  ['<p style="width: 40px">Incomprehensibilities</p>', '“Incomprehensibilities” in p. is outside p.'],
  [
    '<p style="width: 40px; overflow: hidden">Incomprehensibilities</p>',
    '“Incomprehensibilities” in p. is cut off by p.',
  ],
  ['<p style="width: 20px; overflow-wrap: anywhere">Never ever</p>', '“Never ever” in p. stands in 5 lines'],
  ['<p style="width: 50px; overflow-wrap: anywhere">Understood</p>', '“Understood” is broken in p.'],
  [
    '<p class="ellipsis" style="width: 16px; overflow: hidden; text-overflow: ellipsis">Name</p>',
    '2 characters of “Name”',
  ],
  [
    `<p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">${ARABIC}</p>`,
    `the beginning of “${ARABIC}” in p. is cut off`,
  ],
  ['<p>Upper</p><p style="margin-top: -30px">Lower</p>', '“Upper” in p. and “Lower” in p. overlap'],
  ['<div role="dialog" style="position: fixed; left: -20px">Panel</div>', 'div. “Panel” is beyond the window'],
  ['<button style="width: 10px"></button><button style="width: 10px"></button>', 'button.  is too small beside'],
] as const;

test('what does not fit is found by each rule, and text that fits is not', async ({ page }) => {
  for (const [content, problem] of MISFITS) {
    await page.setContent(`<body style="font: 16px monospace">${content}</body>`);
    expect((await page.evaluate(misfits)).join('\n'), content).toContain(problem);
  }
  await page.setContent(
    `<body><p>Text</p><p style="width: 80px">Several words in lines</p><button>Press</button></body>`,
  );
  expect(await page.evaluate(misfits)).toEqual([]);
});

for (const [names, workspace] of [
  ['of usual length', undefined],
  ['that are long', CROWDED],
] as const) {
  test.describe(`names ${names}`, () => {
    test.use({ workspace });

    for (const place of PLACES) {
      test(`everything on the pages of ${place} fits at every size with names ${names}`, async ({ page, api }) => {
        await fill(api);
        if (workspace !== undefined) {
          await api.v0.runbooks.execute({ body: { slug: SLUG } });
          await api.v0.tasks.execute({ body: { slug: SLUG } });
          await api.emulator.wait({ body: { for: 'settled' } });
        }
        await crawl(page, pathOf(place), {
          check: async (path) => {
            await expectFits(page, path);
            if (workspace !== undefined) await expectPopoversFit(page, path);
          },
        });
      });
    }
  });
}
