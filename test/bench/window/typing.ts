import type { Browser, Page } from '@playwright/test';
import type { Figure } from '../figures.ts';
import { clockOf, longestTask, openPage } from './browser.ts';
import type { Stage } from './stage.ts';

/** Something to be typed into: where, and what is done before. */
interface Typed {
  readonly name: string;
  readonly path: (stage: Stage) => string;
  /** The field. */
  readonly field: string;
  readonly text: string;
  /** Selector of the element to click to show the field. */
  readonly opened?: string;
}

const FIELDS: readonly Typed[] = [
  {
    name: 'a filter of 100,000 runs',
    path: () => '/runs',
    field: 'role=combobox[name="Filter runs"]',
    text: 'param.order_id:AB1042 nowhere',
  },
  {
    name: 'a filter of 10,000 requests',
    path: () => '/traffic',
    field: 'role=combobox[name="Filter requests"]',
    text: 'body:AB1042 nowhere',
  },
  {
    name: 'a name among 200 parameters',
    path: ({ wideTask }) => `/tasks/${wideTask}/parameters`,
    opened: '[data-parameter] [aria-expanded]',
    field: '[data-parameter] [data-fields] input',
    text: ' of the customer who asked',
  },
  {
    name: 'a slug among 200 parameters',
    path: ({ wideTask }) => `/tasks/${wideTask}/parameters`,
    opened: '[data-parameter] [aria-expanded]',
    field: 'role=textbox[name="Slug"]',
    text: '_of_the_customer',
  },
  {
    name: 'a value in a form of 200',
    path: ({ wideTask }) => `/tasks/${wideTask}/parameters`,
    field: 'main form input',
    text: 'something that is long',
  },
  {
    name: 'what to find in a JSON of 1 MB',
    path: ({ largeRun }) => `/runs/${largeRun}/output`,
    field: 'main input[aria-label^="Search in Output"]',
    text: 'customer 9999 Lane',
  },
];

/** Somebody who types fast. */
const EVERY_MILLISECONDS = 80;

/** Time from each key to the drawn result, while typing fast. */
export async function typing(browser: Browser, stage: Stage, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const typed of FIELDS) {
    const values: number[] = [];
    const longest: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await openPage(browser);
      await page.goto(stage.server.url + typed.path(stage));
      await page.waitForTimeout(1500);
      if (typed.opened !== undefined) await page.locator(typed.opened).first().click();
      await page.locator(typed.field).first().click();
      await page.keyboard.press('End');
      await page.waitForTimeout(500);
      const since = await clockOf(page);
      values.push(...(await keys(page, typed.text)));
      longest.push(await longestTask(page, since));
      await page.context().close();
    }
    const what = { target: { atMost: 50 }, unit: 'ms' };
    figures.push({ name: `a key, typing ${typed.name}`, ...what, values });
    figures.push({
      name: `longest task, typing ${typed.name}`,
      ...what,
      values: longest,
      note: '0 is none over 50 ms',
    });
  }
  return figures;
}

/** Types; gives for each key the time from its event to the end of the frame after it, in milliseconds. */
async function keys(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    window.keyTimes = [];
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
          port2.postMessage('');
        }),
      true,
    );
  });
  // Keys come when they come: none waits until the one before it has been answered.
  const pressed: Promise<void>[] = [];
  for (const key of text) {
    pressed.push(page.keyboard.press(key));
    await page.waitForTimeout(EVERY_MILLISECONDS);
  }
  await Promise.all(pressed);
  await page.waitForTimeout(1000);
  return page.evaluate(() => window.keyTimes);
}
