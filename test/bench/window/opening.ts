import type { Browser, Page } from '@playwright/test';
import type { Figure } from '../figures.ts';
import { longestTask, openPage } from './browser.ts';
import type { Stage } from './stage.ts';

/** The most that an opening may take, in milliseconds. */
const WANTED = { byAddress: { atMost: 500 }, byClick: { atMost: 100 } };

/** Something to open: where, and what is there when it is. */
interface Opening {
  readonly name: string;
  readonly place: string;
  /** Selector of an element of the settled place. */
  readonly settled: string;
  /** Selector of the element to click; by default the place's link. */
  readonly click?: string;
}

/** A row of a list that is loaded and leads somewhere below this address. */
const row = (address: string) => `main [role="option"][href^="${address}"]`;

const PLACES: readonly Opening[] = [
  { name: 'Overview', place: 'overview', settled: 'main pre + p, main section a[href^="/runs/run"]' },
  { name: 'Traffic', place: 'traffic', settled: row('/traffic/') },
  { name: 'Runs', place: 'runs', settled: row('/runs/run') },
  { name: 'Sessions', place: 'sessions', settled: row('/sessions/ses') },
  { name: 'Prompts', place: 'prompts', settled: row('/prompts/pmt') },
  { name: 'Tests', place: 'tests', settled: 'main [role="treeitem"]' },
  { name: 'Explore', place: 'explore', settled: row('/explore/') },
  { name: 'Tasks', place: 'tasks', settled: row('/tasks/tsk') },
  { name: 'Runbooks', place: 'runbooks', settled: row('/runbooks/') },
  { name: 'Resources', place: 'resources', settled: row('/resources/') },
  { name: 'Webhooks', place: 'webhooks', settled: row('/webhooks') },
  { name: 'Environments', place: 'environments', settled: row('/environments/') },
  { name: 'Team', place: 'team', settled: row('/team/') },
  { name: 'API keys', place: 'api-keys', settled: row('/api-keys/') },
  { name: 'Settings', place: 'settings', settled: 'main input' },
];

/** A part of a place, behind a tab of it. */
const part = (name: string, path: string, settled: string): Opening => {
  return { name, place: path.split('/')[0] ?? '', click: `main a[href="/${path}"]`, settled };
};

const PARTS: Readonly<Record<string, Opening>> = {
  'traffic/findings': part(
    'Findings',
    'traffic/findings',
    'main [role="tabpanel"] :is([role="option"], [role="treeitem"])',
  ),
  'traffic/coverage': part('Coverage', 'traffic/coverage', '[aria-label="Coverage"] td'),
  'prompts/rules': part('Rules', 'prompts/rules', '[aria-label="Rules"] li'),
};

const DETAILS: readonly Opening[] = [
  { name: 'one request', place: 'traffic', click: row('/traffic/'), settled: '[role="tabpanel"] summary' },
  { name: 'one run', place: 'runs', click: row('/runs/run'), settled: '[aria-label="Timeline"] [role="row"]' },
  { name: 'one session', place: 'sessions', click: row('/sessions/ses'), settled: 'main [role="tablist"]' },
  { name: 'one prompt', place: 'prompts', click: row('/prompts/pmt'), settled: 'main form button' },
  { name: 'the editor of a task', place: 'tasks', click: row('/tasks/tsk'), settled: '[role="tabpanel"] input' },
  { name: 'the editor of a runbook', place: 'runbooks', click: row('/runbooks/'), settled: '[role="tabpanel"] input' },
];

/** The places to open, a number of times. */
export interface Plan {
  readonly rounds: number;
  /** The only place to open; '' for all. */
  readonly only: string;
}

/** Time from the click until each place is drawn: the first time, including its code, and again. */
export async function openings(browser: Browser, stage: Stage, plan: Plan): Promise<Figure[]> {
  const { rounds } = plan;
  const took = new Map<string, { first: number[]; again: number[] }>();
  for (let round = 0; round < rounds; round++) {
    for (const opening of chosen([...PLACES, ...Object.values(PARTS), ...DETAILS], plan)) {
      const figures = took.get(opening.name) ?? { first: [], again: [] };
      took.set(opening.name, figures);
      const page = await openPage(browser);
      await start(page, stage.server.url, opening);
      figures.first.push(await open(page, opening));
      await leave(page, opening);
      figures.again.push(await open(page, opening));
      await page.context().close();
    }
  }
  const addresses = await openedByAddress(browser, stage, plan);
  return [...took]
    .flatMap(([name, { first, again }]) => [byClick(`${name}, first`, first), byClick(`${name}, again`, again)])
    .concat(addresses);
}

function chosen<Named extends { readonly name: string }>(all: readonly Named[], { only }: Plan): readonly Named[] {
  return only === '' ? all : all.filter(({ name }) => name === only);
}

function byClick(name: string, values: readonly number[]): Figure {
  return { name: `opening ${name}`, target: WANTED.byClick, values, unit: 'ms' };
}

/** Opens the page of the click: another place, or the place itself for an item of its list. */
async function start(page: Page, url: string, { place, click }: Opening): Promise<void> {
  const from = click !== undefined ? place : place === 'settings' ? 'team' : 'settings';
  await page.goto(`${url}/${from}`);
  const ready = click ?? 'main h1';
  await page.evaluate((selector) => window.drawn(selector), ready);
  await page.waitForTimeout(500);
}

async function leave(page: Page, { place, click }: Opening): Promise<void> {
  const away = click !== undefined ? place : place === 'settings' ? 'team' : 'settings';
  await page.click(`nav a[href="/${away}"]`);
  await page.evaluate((selector) => window.drawn(selector), click ?? `nav a[href="/${away}"][aria-current]`);
  await page.waitForTimeout(300);
}

async function open(page: Page, { place, click, settled }: Opening): Promise<number> {
  // The list is alive: its first row at this very moment is clicked, with the pointer's own events left out.
  return page.evaluate(
    async ({ target, seen }) => {
      document.querySelector<HTMLElement>(target)?.click();
      const clicked = window.clickedAt;
      return (await window.drawn(seen)) - clicked;
    },
    { target: click ?? `nav a[href="/${place}"]`, seen: settled },
  );
}

/** Addresses to open in a new browser, which also fetches the window itself. */
const ADDRESSES: readonly { readonly name: string; readonly path: (stage: Stage) => string; readonly seen: string }[] =
  [
    ...PLACES.map(({ name, place, settled }) => ({ name, path: () => `/${place}`, seen: settled })),
    ...Object.entries(PARTS).map(([path, { name, settled }]) => ({ name, path: () => `/${path}`, seen: settled })),
    {
      name: 'the run of many lines',
      path: ({ longRun }) => `/runs/${longRun}`,
      seen: '[aria-label="Timeline"] [data-phase="moment"]',
    },
    {
      name: 'the log of many lines',
      path: ({ longRun }) => `/runs/${longRun}/logs`,
      seen: '[aria-label="Log"] time',
    },
    {
      name: 'the run of many segments',
      path: ({ wholeRun }) => `/runs/${wholeRun}`,
      seen: '[aria-label="Timeline"] [role="row"][aria-rowindex="3"]',
    },
  ];

async function openedByAddress(browser: Browser, stage: Stage, plan: Plan): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, seen } of chosen(ADDRESSES, plan)) {
    const values: number[] = [];
    const longest: number[] = [];
    for (let round = 0; round < plan.rounds; round++) {
      const page = await openPage(browser);
      await page.goto(stage.server.url + path(stage), { waitUntil: 'commit' });
      values.push(await page.evaluate((selector) => window.drawn(selector), seen));
      await page.waitForTimeout(1000);
      longest.push(await longestTask(page));
      await page.context().close();
    }
    const note = `longest task ${longest.map((took) => took.toFixed(0)).join(', ')} ms`;
    const opening = `opening the window at ${name}, by address`;
    figures.push({ name: opening, target: WANTED.byAddress, values, unit: 'ms', note });
  }
  return figures;
}
