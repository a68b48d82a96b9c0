import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expectAccessibleInBothThemes } from '../../e2e/support/accessible.ts';
import { type Api, expect, type Locator, type Page, test } from '../../e2e/support/hangar.ts';
import { openPalette, runCommand } from '../../e2e/support/palette.ts';
import { divide, open, refundThatAsks } from '../../e2e/support/pages.ts';

/** Something of each kind to open a dialog at: a run that asks and has a request, a fault, a checkpoint, a rule. */
async function prepare(api: Api): Promise<Readonly<Record<string, string>>> {
  await api.emulator.faults.create({ body: { slug: 'busy', kind: 'error', match: { operation: 'runs/cancel' } } });
  await api.emulator.checkpoints.save({ body: { name: 'before' } });
  return refundThatAsks(api);
}

const inMain = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const anywhere = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

type Find = (page: Page, name: string | RegExp) => Locator;

/** Buttons that open a dialog: the page, the button, and the dialog's name; `prompt` and others stand for an ID. */
const BUTTONS: readonly (readonly [path: string, button: string | RegExp, dialog: RegExp, find?: Find])[] = [
  ['/overview', /^Search or run/, /^Command palette/, anywhere],
  ['/overview', new RegExp(`^Clock `), /^Clock/, anywhere],
  ['/overview', '1 fault on', /^Faults/, anywhere],
  ['/traffic', 'Faults', /^Faults/],
  ['/runs', 'More filters', /^More filters/],
  ['/traffic', 'Your filters', /^Your filters/],
  ['/traffic?q=status:2xx', 'Save filter', /^Save filter/],
  ['/traffic/request', 'Make the next one fail…', /^Faults/],
  ['/traffic/request', 'Copy as…', /^Copy as/],
  ['/runs/run', 'More ways to run…', /^More ways to run/],
  ['/runs/run', 'Run again…', /^Run Refund an order/],
  ['/tasks/task', 'Run', /^Run Refund an order/],
  ['/settings', 'Save checkpoint', /^Save checkpoint/],
  ['/settings', 'Compare', /^Since before/],
  ['/settings', 'Delete', /^Delete before/],
];

const withIDs = (path: string, ids: Readonly<Record<string, string>>) =>
  path.replace(/[^/]+$/, (last) => ids[last] ?? last);

async function expectFocusIn(overlay: Locator): Promise<void> {
  await expect(overlay).toBeVisible();
  await expect.poll(() => overlay.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

async function expectReturned(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
}

async function expectDialogsOfButtons(page: Page, path: string, ids: Readonly<Record<string, string>>): Promise<void> {
  // A window in which no pop-over cuts a link behind it into a part that is too small to be a target, whatever the age of the run.
  await page.setViewportSize(path === '/runs/run' ? { width: 1600, height: 900 } : { width: 1280, height: 800 });
  await open(page, withIDs(path, ids));
  for (const [, button, dialog, find = inMain] of BUTTONS.filter((row) => row[0] === path)) {
    const opener = find(page, button);
    await opener.press('Enter');
    await expectFocusIn(page.getByRole('dialog', { name: dialog }));
    await expectAccessibleInBothThemes(page);
    await expectReturned(page, opener);
  }
}

for (const paths of divide([...new Set(BUTTONS.map(([path]) => path))], 3)) {
  test(`at ${paths.join(', ')} each dialog is accessible and has the focus, and Escape gives it back to its button`, async ({
    page,
    api,
  }) => {
    const ids = await prepare(api);
    for (const path of paths) await test.step(path, () => expectDialogsOfButtons(page, path, ids));
  });
}

/** Commands that open a dialog: the page, the button that has the focus before, the command, and the dialog's name. */
const COMMANDS: readonly (readonly [path: string, before: string, command: string, dialog: RegExp])[] = [
  ['/settings', 'Save checkpoint', 'Run Greet somebody', /^Run Greet somebody/],
  ['/settings', 'Save checkpoint', 'Show keyboard shortcuts', /^Keyboard shortcuts/],
  ['/settings', 'Save checkpoint', 'Open the clock', /^Clock/],
  ['/settings', 'Save checkpoint', 'Add fault', /^Faults/],
  ['/settings', 'Reset', 'Save checkpoint', /^Save checkpoint/],
  ['/settings', 'Save checkpoint', 'Open bundle', /^Open a bundle/],
  ['/runs/run', 'Run again…', 'Run from a step', /^Run from a step/],
];

for (const path of new Set(COMMANDS.map(([path]) => path))) {
  test(`at ${path} a dialog of a command is accessible, and gives the focus back to what had it before`, async ({
    page,
    api,
  }) => {
    await page.goto(withIDs(path, await prepare(api)));
    for (const [, before, command, dialog] of COMMANDS.filter((row) => row[0] === path)) {
      const opener = inMain(page, before);
      await opener.focus();
      await runCommand(page, command);
      await expectFocusIn(page.getByRole('dialog', { name: dialog }));
      await expectAccessibleInBothThemes(page);
      await expectReturned(page, opener);
    }
    const opener = inMain(page, /./);
    await opener.focus();
    await openPalette(page);
    await expectReturned(page, opener);
  });
}

test.describe('above one another', () => {
  // The name of the checkpoint is taken.
  test.use({ allowedInConsole: [/409/] });

  test('a question above a dialog gives the focus back to the dialog, and that to its own button', async ({
    page,
    api,
  }) => {
    await prepare(api);
    await page.goto('/settings');
    const opener = inMain(page, 'Save checkpoint');
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save checkpoint' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('before');
    await name.press('Enter');
    await dialog.getByRole('button', { name: 'Replace…' }).press('Enter');
    await expectFocusIn(page.getByRole('dialog', { name: /^Replace before/ }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expectFocusIn(dialog);
    await expectReturned(page, opener);
  });
});

test('keys go to an open menu: a letter finds an item, and no single key of the page works', async ({ page, api }) => {
  const { task = '' } = await prepare(api);
  await page.goto(`/tasks/${task}/behavior`);
  const opener = inMain(page, 'Add step');
  await opener.press('Enter');
  const menu = page.getByRole('menu');
  await expectFocusIn(menu);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('w');
  await expect(menu.getByRole('menuitem', { name: /^Wait/ })).toBeFocused();
  // No item begins with it; on the page, it goes on to a new task.
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/tasks/${task}/behavior$`));
  await expect(opener).toBeFocused();
});

/** Components that open above the page, and the names under which the tables above open them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'app/CommandPalette': ['Command palette'],
  'app/Overlays': ['Open a bundle'],
  'app/ShortcutsDialog': ['Keyboard shortcuts'],
  'app/clock/ClockChip': ['Clock'],
  'core/faults/FaultsPopover': ['Faults'],
  'core/filter/SavedFilters': ['Your filters', 'Save filter'],
  'core/run/RunDialog': ['Run Refund an order'],
  'features/runs/from-step/RunFromStepDialog': ['Run from a step'],
  'features/settings/checkpoints/CompareDialog': ['Since before'],
  'features/settings/checkpoints/SaveDialog': ['Save checkpoint'],
  'ui/layout/confirm': ['Delete before'],
  'ui/inputs/MenuPopover': ['Copy as', 'More ways to run', 'More filters'],
};

/** Components that other tests open and check for the same. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'app/TokenDialog': 'hardening/e2e/foreign-pages',
  'authoring/cards/CardList': 'hardening/e2e/dialog-focus',
  'features/prompts/BulkBar': 'e2e/prompts',
  'features/settings/ArchiveImport': 'e2e/settings',
  'features/settings/DefinitionImport': 'e2e/definition-files',
  'features/traffic/held/OtherAnswerDialog': 'hardening/e2e/explore',
};

test('nothing that opens above the page is missing in these tests', () => {
  const renderer = fileURLToPath(new URL('../../../renderer/', import.meta.url));
  const opens = (file: string) =>
    /<(?:Modal|Modal\.Root|Dialog|Popover|Menu)\b/.test(readFileSync(renderer + file, 'utf8'));
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && opens(file),
  );
  const names = files
    .map((file) => file.replaceAll('\\', '/').replace('.tsx', ''))
    .filter((file) => file !== 'ui/layout/Dialog');
  expect(names.sort()).toEqual([...Object.keys(NAMES), ...Object.keys(ELSEWHERE)].sort());
  const opened = [...BUTTONS.map((row) => row[2]), ...COMMANDS.map((row) => row[3])];
  const missing = Object.values(NAMES)
    .flat()
    .filter((name) => !opened.some((pattern) => pattern.test(name)));
  expect(missing).toEqual([]);
  for (const spec of Object.values(ELSEWHERE))
    expect(readFileSync(new URL(`../../${spec}.spec.ts`, import.meta.url), 'utf8')).toContain(
      'expectAccessibleInBothThemes(',
    );
});

test('the buttons of a dialog that scrolls stay in sight, and cover no field that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await open(page, '/runs');
  await runCommand(page, 'Run Refund an order');
  const dialog = page.getByRole('dialog', { name: 'Run Refund an order' });
  const run = dialog.getByRole('button', { name: 'Run', exact: true });
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await expect(dialog.getByRole('textbox', { name: 'Order' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(amount).toBeFocused();
  await expect(run).toBeInViewport({ ratio: 1 });
  const [field, foot] = await Promise.all([amount.boundingBox(), run.boundingBox()]);
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
});
