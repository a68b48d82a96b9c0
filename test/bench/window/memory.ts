import type { Browser, Page } from '@playwright/test';
import type { Figure } from '../figures.ts';
import { type Kept, keptBy, openPage } from './browser.ts';
import type { Stage } from './stage.ts';

const EVERY_SECONDS = 30;
const MEGABYTE = 1024 * 1024;

/** Memory of a page that visits all places for some minutes, sampled each half minute at the same place. */
export async function memory(browser: Browser, stage: Stage, minutes: number): Promise<Figure[]> {
  const page = await openPage(browser);
  const session = await page.context().newCDPSession(page);
  await page.goto(`${stage.server.url}/runs`);
  await page.waitForTimeout(2000);
  const samples: Kept[] = [];
  const began = performance.now();
  while (performance.now() - began < minutes * 60_000) {
    const due = began + (samples.length + 1) * EVERY_SECONDS * 1000;
    await round(page);
    await page.waitForTimeout(Math.max(0, due - performance.now()));
    samples.push(await keptBy(session));
    process.stderr.write(`${(samples.length * EVERY_SECONDS) / 60} min: ${sampleText(samples.at(-1))}\n`);
  }
  await page.context().close();
  // The first sample has not yet seen every place's code and data.
  const settled = samples.slice(Math.min(2, samples.length - 1));
  const perMinute = (of: (kept: Kept) => number) => [slope(settled.map(of)) * (60 / EVERY_SECONDS)];
  const note = `${sampleText(samples[0])} at first, ${sampleText(samples.at(-1))} after ${minutes} min`;
  return [
    {
      name: 'heap of the page, growth',
      target: { atMost: 0.2 },
      values: perMinute(({ heapBytes }) => heapBytes / MEGABYTE),
      unit: 'MB a minute',
      note,
    },
    {
      name: 'nodes of the page, growth',
      target: { atMost: 20 },
      values: perMinute(({ nodes }) => nodes),
      unit: 'a minute',
    },
    {
      name: 'listeners of the page, growth',
      target: { atMost: 20 },
      values: perMinute(({ listeners }) => listeners),
      unit: 'a minute',
    },
  ];
}

function sampleText(kept: Kept | undefined): string {
  if (kept === undefined) return 'nothing';
  return `${(kept.heapBytes / MEGABYTE).toFixed(1)} MB, ${kept.nodes} nodes, ${kept.listeners} listeners`;
}

/** Looks at every place once, at one thing of those that have a list, and comes back to the runs. */
async function round(page: Page): Promise<void> {
  for (const link of await page.locator('nav a').all()) {
    await link.click();
    await page.waitForTimeout(500);
    const [first] = await page.getByRole('option').all();
    if (first === undefined) continue;
    await first.click({ timeout: 2000 }).catch(() => undefined);
    await page.waitForTimeout(500);
  }
  await page.locator('nav a[href="/runs"]').click();
  await page.mouse.move(2, 2);
}

/** The slope of the line through evenly spaced values, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return spread === 0 ? 0 : values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread;
}
