import type { Browser, Page } from '@playwright/test';
import type { Figure } from '../figures.ts';
import { clockOf, longestTask, openPage } from './browser.ts';
import type { Stage } from './stage.ts';

/** A list to be scrolled: where it is, and what scrolls. */
interface Scrolled {
  readonly name: string;
  readonly path: (stage: Stage) => string;
  readonly scroller: string;
}

const LISTS: readonly Scrolled[] = [
  { name: 'the runs', path: () => '/runs', scroller: '[role="listbox"][aria-label="Runs"]' },
  { name: 'the traffic', path: () => '/traffic', scroller: '[role="listbox"][aria-label="Traffic"]' },
  {
    name: 'the log of 10,000 lines',
    path: ({ longRun }) => `/runs/${longRun}/logs`,
    scroller: '[role="region"][aria-label="Log"]',
  },
  {
    name: 'the timeline of 10,000 segments',
    path: ({ wholeRun }) => `/runs/${wholeRun}`,
    scroller: '[role="treegrid"][aria-label="Lanes"]',
  },
];

const SECONDS = 5;

/** The longest task while lists are scrolled from top to bottom: dragged there evenly, and by the wheel. */
export async function scrolling(browser: Browser, stage: Stage, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, scroller } of LISTS) {
    const longest: number[] = [];
    const frames: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await openPage(browser);
      await page.goto(stage.server.url + path(stage));
      await page.evaluate((selector) => window.drawn(selector), scroller);
      await page.waitForTimeout(1500);
      const since = await clockOf(page);
      frames.push(await drag(page, scroller));
      await wheel(page, scroller);
      longest.push(await longestTask(page, since));
      await page.context().close();
    }
    const note = `0 is none over 50 ms; ${frames.map((count) => (count / SECONDS).toFixed(0)).join(', ')} frames a second`;
    figures.push({
      name: `longest task, scrolling ${name}`,
      target: { atMost: 50 },
      values: longest,
      unit: 'ms',
      note,
    });
  }
  return figures;
}

/** Moves evenly to the end, a step each frame; gives how many frames there were. */
function drag(page: Page, scroller: string): Promise<number> {
  return page.evaluate(
    ({ selector, milliseconds }) =>
      new Promise<number>((resolve) => {
        const element = document.querySelector(selector);
        const from = performance.now();
        let frames = 0;
        const step = (): void => {
          const part = Math.min(1, (performance.now() - from) / milliseconds);
          frames += 1;
          if (element !== null) element.scrollTop = part * (element.scrollHeight - element.clientHeight);
          if (part < 1) requestAnimationFrame(step);
          else resolve(frames);
        };
        step();
      }),
    { selector: scroller, milliseconds: SECONDS * 1000 },
  );
}

async function wheel(page: Page, scroller: string): Promise<void> {
  await page.hover(scroller);
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, turn < 30 ? -900 : 900);
    await page.waitForTimeout(30);
  }
}
