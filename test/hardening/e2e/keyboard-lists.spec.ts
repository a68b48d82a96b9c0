import { expect, type Locator, type Page, test } from '../../e2e/support/hangar.ts';
import { crawl, divide, fill, open, pathOf, PLACES } from '../../e2e/support/pages.ts';

/** Number of runs and requests of the places that list them: more than a list shows at once, and more than it loads at once. */
const MANY: Readonly<Record<string, number>> = { Runs: 250, Traffic: 250 };

/** The row that the list's keys have reached: its number from 1, and how many there are. */
async function currentOf(list: Locator): Promise<{ at: number; of: number; href: string }> {
  return list.evaluate((element) => {
    const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const number = (name: string) => Number(row?.getAttribute(name));
    return { at: number('aria-posinset'), of: number('aria-setsize'), href: row?.getAttribute('href') ?? '' };
  });
}

/** A key, and the number of the row that it leads to. */
type Key = readonly [key: string, to: (at: number, of: number) => number];

const HOME: Key = ['Home', () => 1];

const KEYS: readonly Key[] = [
  HOME,
  ['End', (_, of) => of],
  ['ArrowDown', (_, of) => of],
  ['ArrowUp', (at) => Math.max(1, at - 1)],
  HOME,
  ['ArrowUp', () => 1],
  ['j', (_, of) => Math.min(2, of)],
  ['ArrowDown', (at, of) => Math.min(at + 1, of)],
  ['k', (at) => Math.max(1, at - 1)],
];

/** Presses a key, and expects that it leads to a row; the list may draw it later. */
async function expectRow(page: Page, list: Locator, [key, to]: Key): Promise<void> {
  const before = await currentOf(list);
  await page.keyboard.press(key);
  const row = async () => ({ key, at: (await currentOf(list)).at });
  await expect.poll(row).toEqual({ key, at: to(before.at, before.of) });
}

/** Expects that each key of a list leads to its row, and that Enter opens it. */
async function expectKeysOfList(page: Page, list: Locator): Promise<void> {
  await list.focus();
  // A page is what fits, but one row.
  const fitting = await list.evaluate((element) => Math.max(1, Math.floor(element.clientHeight / 44) - 1));
  const pages: readonly Key[] = [HOME, ['PageDown', (_, of) => Math.min(of, 1 + fitting)], ['PageUp', () => 1]];
  for (const key of [...KEYS, ...pages]) await expectRow(page, list, key);
  const { href } = await currentOf(list);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => decodeURI(url.pathname).startsWith(decodeURI(href.split('?')[0] ?? '')));
}

/** Expects that each key of a row of tabs leads to its tab, and that only the selected one is a stop of Tab. */
async function expectKeysOfTabs(page: Page, tabs: Locator): Promise<void> {
  const all = tabs.getByRole('tab');
  const count = await all.count();
  await tabs.locator('[aria-selected="true"]').focus();
  const expected = [
    ['End', count - 1],
    ['ArrowRight', 0],
    ['ArrowLeft', count - 1],
    ['Home', 0],
    ['ArrowRight', 1 % count],
  ] as const;
  for (const [key, to] of expected) {
    await page.keyboard.press(key);
    await expect(all.nth(to), key).toBeFocused();
    await expect(all.nth(to), key).toHaveAttribute('aria-selected', 'true');
    await expect(tabs.locator('[tabindex="0"]')).toHaveCount(1);
    await expect(page.getByRole('tabpanel').first()).toBeVisible();
  }
}

/** True while a run or a session goes on by itself. */
async function isUnderWay(api: Parameters<typeof fill>[0]): Promise<boolean> {
  const count = async (q: string) => {
    const [runs, sessions] = [
      await api.emulator.runs.list({ query: { q } }),
      await api.emulator.sessions.list({ query: { q } }),
    ];
    return runs.total + sessions.total;
  };
  return (await count('-is:ended')) > (await count('is:waiting'));
}

/** Places without a list or tabs. */
const WITHOUT = ['Overview', 'Settings'];

/** Expects that all lists and tabs of a place obey the keys of their kind, each once. Returns their names. */
async function expectKeysOfPlace(page: Page, place: string): Promise<string[]> {
  const checked: string[] = [];
  const main = page.getByRole('main');
  const [lists, tabs] = [main.locator('[role="listbox"][tabindex="0"]'), main.getByRole('tablist')];
  await crawl(page, pathOf(place), {
    check: async (path) => {
      for (const [kind, all, expectKeys] of [
        ['tabs', tabs, expectKeysOfTabs],
        ['list', lists, expectKeysOfList],
      ] as const) {
        const names = await all.evaluateAll((found) => found.map((each) => each.getAttribute('aria-label') ?? ''));
        for (const [at, name] of names.entries()) {
          if (checked.includes(`${kind} ${name}`)) continue;
          await open(page, path);
          await expect(
            all
              .nth(at)
              .getByRole(kind === 'tabs' ? 'tab' : 'option')
              .first(),
          ).toBeVisible();
          await expectKeys(page, all.nth(at));
          checked.push(`${kind} ${name}`);
        }
      }
    },
  });
  return checked;
}

for (const places of divide(PLACES, 4)) {
  test(`the lists and tabs of ${places.join(', ')} obey the keys of their kind`, async ({ page, api }) => {
    const many = Math.max(...places.map((place) => MANY[place] ?? 0));
    await Promise.all(Array.from({ length: many }, () => api.v0.tasks.execute({ body: { slug: 'greet' } })));
    await api.emulator.definitions.apiKeys.create({ query: {}, body: { name: 'by keyboard', key: 'tkn_by_keyboard' } });
    await fill(api);
    // A row that comes later would move the others.
    await expect.poll(() => isUnderWay(api)).toBe(false);
    for (const place of places) {
      const checked = await test.step(place, () => expectKeysOfPlace(page, place));
      expect(checked.length > 0, place).toBe(!WITHOUT.includes(place));
      test.info().annotations.push({ type: 'checked', description: checked.join(', ') });
    }
  });
}
