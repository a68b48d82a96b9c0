import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Figure } from '../figures.ts';
import { type Kept, keptBy, openPage } from './browser.ts';
import { heapByType } from './heap-by-type.ts';
import type { Stage } from './stage.ts';

const EVERY_SECONDS = 30;
/** Number of samples before the page has seen every place's code and data. */
const SETTLED = 2;
const MEGABYTE = 1024 * 1024;

/** Memory of a page that visits all places for some minutes, sampled each half minute at the same place. */
export async function memory(browser: Browser, stage: Stage, minutes: number): Promise<Figure[]> {
  const page = await openPage(browser);
  const session = await page.context().newCDPSession(page);
  await page.goto(`${stage.server.url}/runs`);
  await page.waitForTimeout(2000);
  const samples: Kept[] = [];
  const contents: Contents[] = [];
  const began = performance.now();
  while (performance.now() - began < minutes * 60_000) {
    const due = began + (samples.length + 1) * EVERY_SECONDS * 1000;
    await round(page);
    await page.waitForTimeout(Math.max(0, due - performance.now()));
    samples.push(await keptBy(session));
    // A snapshot takes seconds: one after the first places, one at the end.
    if (samples.length === SETTLED + 1 || performance.now() - began >= minutes * 60_000)
      contents.push({ minute: (samples.length * EVERY_SECONDS) / 60, ...(await contentsOf(session)) });
    process.stderr.write(`${(samples.length * EVERY_SECONDS) / 60} min: ${sampleText(samples.at(-1))}\n`);
  }
  await page.context().close();
  const settled = samples.slice(Math.min(SETTLED, samples.length - 1));
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
      name: 'heap without compiled code, growth',
      target: { atMost: 0.2 },
      values: [growth(contents, ({ data }) => data)],
      unit: 'MB a minute',
      note: contents
        .map(({ minute, data, code }) => `${minute} min: ${inMegabytes(data)} and ${inMegabytes(code)} of code`)
        .join(', '),
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

/** Bytes of the page's heap: what the browser compiled of its code as it was used, and everything else. */
interface Contents {
  readonly minute: number;
  readonly code: number;
  readonly data: number;
}

async function contentsOf(session: CDPSession): Promise<Omit<Contents, 'minute'>> {
  // Native memory is not of the heap, and holds what is kept for this measurement, such as each request.
  const { code = 0, native: _, ...data } = await heapByType(session);
  return { code, data: Object.values(data).reduce((sum, bytes) => sum + bytes, 0) };
}

/** Megabytes a minute between the first and the last. */
function growth(contents: readonly Contents[], bytesOf: (contents: Contents) => number): number {
  const [first, last] = [contents[0], contents.at(-1)];
  if (first === undefined || last === undefined || first === last) return 0;
  return (bytesOf(last) - bytesOf(first)) / MEGABYTE / (last.minute - first.minute);
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function sampleText(kept: Kept | undefined): string {
  if (kept === undefined) return 'nothing';
  return `${inMegabytes(kept.heapBytes)}, ${kept.nodes} nodes, ${kept.listeners} listeners`;
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
