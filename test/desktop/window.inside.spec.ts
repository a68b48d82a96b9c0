import { PLACES } from '../e2e/support/pages.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/desktop.ts';

test('the native menu holds the commands of the window, does them, and zooms it; shortcuts work in the window', async ({
  startInside,
}) => {
  const desktop = await startInside();
  const page = await desktop.page();
  const item = (id: string) =>
    desktop.app.evaluate(({ Menu }, wanted) => {
      const found = Menu.getApplicationMenu()?.getMenuItemById(wanted);
      return { label: found?.label, accelerator: found?.accelerator ?? null };
    }, id);
  await expect.poll(() => item('go/runs')).toEqual({ label: 'Go to Runs (G then R)', accelerator: null });
  expect(await item('palette')).toEqual({ label: 'Search commands…', accelerator: 'CmdOrCtrl+K' });
  await desktop.choose('go/runs');
  await expect(page).toHaveURL(/\/runs$/);
  await desktop.choose('palette');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await desktop.choose('go/overview');
  await expect(page).toHaveURL(/\/overview$/);

  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const key of ['g', 'r']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/runs$/);
  /** Chooses the item of a role in the menu View; gives the factor of the page's zoom afterwards. */
  const zoomBy = (role: string) =>
    desktop.app.evaluate(({ BrowserWindow, Menu }, wanted) => {
      const [window] = BrowserWindow.getAllWindows();
      const view = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'View');
      const item = view?.submenu?.items.find((each) => each.role?.toLowerCase() === wanted.toLowerCase());
      item?.click(undefined, window, window?.webContents);
      return window?.webContents.getZoomFactor() ?? 0;
    }, role);
  expect(await zoomBy('zoomIn')).toBeGreaterThan(1);
  expect(await zoomBy('resetZoom')).toBe(1);
  expect(await zoomBy('zoomOut')).toBeLessThan(1);
});

test('the native menu has New task and Explore, one style of capitals, and the keys that the window shows', async ({
  startInside,
}) => {
  const desktop = await startInside();
  const page = await desktop.page();
  const menu = () =>
    desktop.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(({ label, submenu }) =>
        (submenu?.items ?? []).map((item) => ({
          ...{ menu: label, id: item.id, label: item.label, accelerator: item.accelerator ?? '' },
        })),
      ),
    );
  const idsIn = async (name: string) => (await menu()).flatMap(({ menu: of, id }) => (of === name ? [id] : []));
  await expect.poll(() => idsIn('File')).toContain('new-task');
  expect(await idsIn('Go')).toContain('go/explore');

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.locator('dt').first()).toBeVisible();
  const rows = await dialog
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('dt'), row.querySelector('dd')].map((part) => part?.textContent ?? '')),
    );
  await page.keyboard.press('Escape');
  const items = await menu();
  /** Keys without what the systems name differently. */
  const keysOf = (keys: string) => keys.replace(/^(?:CmdOrCtrl\+|Ctrl |⌘)/, 'mod ');
  const inWindow = new Map(rows.map(([title = '', keys = '']) => [title, keys]));
  const shown = items.flatMap(({ label, accelerator }): [string, string][] => {
    const [, title = label, keys = accelerator] = /^(.*) \((.+)\)$/.exec(label) ?? [];
    return inWindow.has(title) ? [[title, keysOf(keys)]] : [];
  });
  expect(shown.length).toBeGreaterThan(PLACES.length);
  expect(shown).toEqual(shown.map(([title]) => [title, keysOf(inWindow.get(title) ?? '')]));

  // Names of places begin with a capital wherever they stand.
  const names = new Set<string>([...PLACES, 'Hangar'].flatMap((name) => name.split(' ')));
  const capitals = items.flatMap(({ label }) =>
    label
      .replace(/ \(.*\)$/, '')
      .split(' ')
      .slice(1),
  );
  expect(capitals.filter((word) => /^[A-Z]/.test(word) && !names.has(word))).toEqual([]);

  await desktop.choose('go/explore');
  await expect(page).toHaveURL(/\/explore$/);
  await desktop.choose('new-task');
  await expect(page).toHaveURL(/\/tasks\/new$/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('the window is where it was when Hangar starts again', async ({ startInside, folder }) => {
  const bounds = { x: 120, y: 80, width: 1000, height: 700 };
  const first = await startInside();
  await first.page();
  await first.app.evaluate(({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]?.setBounds(place), bounds);
  const remembered = () => readFile(join(folder, 'desktop.json'), 'utf8').catch(() => '');
  await expect.poll(remembered).toContain('"width": 1000');
  expect(await first.quit()).toEqual({ code: 0, signal: null });
  const second = await startInside();
  await second.page();
  const now = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  expect(now).toEqual(bounds);
});

test('a page whose process crashes is loaded again, and its runs go on', async ({ startInside }) => {
  const desktop = await startInside();
  const page = await desktop.page();
  const { api } = await desktop.server();
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'wait' } });
  await page.goto(`${new URL(page.url()).origin}/runs/${runID}`);
  const before = await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents;
    const process = contents.getOSProcessId();
    contents.forcefullyCrashRenderer();
    return process;
  });
  const shown = () =>
    desktop.app.evaluate(({ BrowserWindow }, old) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents;
      const isNew = contents.getOSProcessId() !== old && !contents.isCrashed();
      return [isNew, new URL(contents.getURL()).pathname, contents.getTitle()];
    }, before);
  await expect.poll(shown).toEqual([true, `/runs/${runID}`, expect.stringMatching(/^Runs.*Hangar$/)]);
  expect(await api.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Active' });
});
