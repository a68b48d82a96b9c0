import { expect, type Page, test } from '../../e2e/support/hangar.ts';
import { divide, open, refundThatAsks } from '../../e2e/support/pages.ts';

/** The usual size, and the one that it is at 200 % zoom. */
const SIZES = [
  [1280, 800],
  [640, 400],
] as const;

/** Every place, and an editor or a detail of each kind; `run` and others stand for an ID. */
const PLACES = [
  ...['/overview', '/traffic', '/traffic/request', '/traffic/findings', '/traffic/coverage', '/runs', '/runs/run'],
  ...['/sessions', '/prompts', '/prompts/prompt', '/prompts/rules', '/tasks', '/tasks/task', '/tasks/task/parameters'],
  ...['/tasks/task/behavior', '/tasks/task/webhooks', '/tasks/task/limits', '/tasks/task/access', '/runbooks/new'],
  ...['/resources/new', '/webhooks/new', '/webhooks/refund_order/order_returned', '/environments', '/team/users/new'],
  ...['/team/roles', '/api-keys/new', '/settings'],
];

/** Elements with more Tab stops than any page has. */
const MAX_FROZEN_PERIODS = 150;

/** The way of the focus round a page. */
interface Walk {
  readonly reached: Set<HTMLElement>;
  /** Those that had the focus out of sight. */
  readonly hidden: string[];
  first?: HTMLElement;
  isRound: boolean;
}

/** A variable of the window. */
declare let walk: Walk;

function begin(): void {
  Object.assign(window, { walk: { reached: new Set(), hidden: [], isRound: false } });
}

/** Notes what gets the focus, and what is then out of sight. */
function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    walk.isRound ||= target === walk.first;
    walk.first ??= target;
    walk.reached.add(target);
    const { left, top, width, height } = target.getBoundingClientRect();
    const isSeen = [0.5, 0.1, 0.9].some((part) => {
      const found = document.elementFromPoint(left + width * part, top + Math.min(height * part, 20));
      return found !== null && (target.contains(found) || found.contains(target));
    });
    if (!isSeen && width > 0) walk.hidden.push(target.outerHTML.slice(0, 150));
  });
}

/** The controls in sight that Tab did not reach, and those that had the focus out of sight. */
function missed(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex="0"]',
  );
  const isStop = (element: HTMLElement) =>
    element.tabIndex >= 0 &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.matches(':disabled, [type=radio]:not(:checked), [type=file]') &&
    element.getBoundingClientRect().width > 0;
  const unreached = [...controls].filter((element) => isStop(element) && !walk.reached.has(element));
  return [
    ...unreached.map((element) => `not reached: ${element.outerHTML.slice(0, 150)}`),
    ...walk.hidden.map((html) => `out of sight: ${html}`),
  ];
}

/** Holds Tab until the focus is back where it began. */
async function goRound(page: Page): Promise<void> {
  for (let stops = 0; stops < MAX_FROZEN_PERIODS; stops += 10) {
    for (let press = 0; press < 10; press++) await page.keyboard.down('Tab');
    if (await page.evaluate(() => walk.isRound)) break;
  }
  await page.keyboard.up('Tab');
}

/** Goes round from anew. Again when something was missed: it may have come while the focus went round. */
async function missedInRound(page: Page): Promise<string[]> {
  await page.evaluate(begin);
  await goRound(page);
  return page.evaluate(missed);
}

const softly = expect.configure({ soft: true });

for (const [width, height] of SIZES) {
  for (const places of divide(PLACES, 2)) {
    test(`at ${width} × ${height}, Tab reaches all in sight of ${places.join(' ')}`, async ({ page, api }) => {
      const ids = await refundThatAsks(api);
      await page.setViewportSize({ width, height });
      await page.addInitScript(begin);
      await page.addInitScript(watchFocus);
      for (const place of places) {
        await open(
          page,
          place.replace(/[^/]+/g, (part) => ids[part] ?? part),
        );
        // The first field of a prompt or a new definition has the focus once its form is there.
        if (/\/(?:new|prompt)$/.test(place)) await expect(page.getByRole('main').locator(':focus')).toBeVisible();
        await softly.poll(() => missedInRound(page), { message: place }).toEqual([]);
      }
    });
  }
}
