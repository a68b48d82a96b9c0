import { expect, type Page } from '@playwright/test';
import type { clientOf } from '../../support/program.ts';
import { oldestPrompt } from './prompts.ts';

/** Makes something of each kind that the sample has not: a run that waits, one that has ended, a session, a key. */
export async function fill(api: ReturnType<typeof clientOf>): Promise<void> {
  for (const slug of ['greet', 'refund_order']) await api.v0.tasks.execute({ body: { slug } });
  await api.v0.tasks.execute({ body: { slug: 'greet', paramValues: { nmae: 'Ada' } } });
  await api.v0.runbooks.execute({ body: { slug: 'close_day' } });
  await api.emulator.answers.create({ body: { slug: 'later', match: { task: 'nothing' } } });
  await api.emulator.checkpoints.save({ body: { name: 'before', replace: true } });
  await exploration(api);
  await oldestPrompt(api);
}

/** Adds an exploration with a counterexample. */
export async function exploration(api: ReturnType<typeof clientOf>): Promise<void> {
  const { explorations } = api.emulator;
  const { id } = await explorations.create({ body: { command: 'node job.mjs', invariants: ['once refund'] } });
  const [part, none] = [
    { tried: 1, total: 7 },
    { tried: 0, total: 0 },
  ];
  const call = { operation: 'tasks/execute', task: 'refund', nth: 1 } as const;
  const counts = { schedules: 1, calls: 1, singles: part, newCalls: none, pairs: none, people: none, orders: none };
  const answered = { call, requestID: 'trf1', startedAt: 0, endedAt: 2, status: 0, fault: 'lose', executed: true };
  const found = {
    ...{ invariant: 'once refund', reason: 'refund succeeded twice', schedule: [{ call, kind: 'lose' }], also: [] },
    ...{ calls: [{ ...answered, runID: 'run1', key: '' }], reproduced: 5, message: 'a ladder', output: '' },
  };
  const report = {
    ...{ holds: false, unsteady: [], explored: { ...counts, unmet: 0, seconds: 1 }, complete: false },
    ...{ invariants: ['once refund'], baseline: [], counterexamples: [found], text: 'a ladder' },
  };
  await explorations.update({ params: { id }, body: { state: 'ended', report } });
}

/** Divides pages among a number of tests, each of which has many: to load a window takes longer than to go to a page in it. */
export function divide<Page>(pages: readonly Page[], tests: number): readonly (readonly Page[])[] {
  return Array.from({ length: tests }, (_, test) => pages.filter((_, index) => index % tests === test));
}

/** Opens a page, in the loaded window when there is one: that takes a quarter of the processor time of loading it again. */
export async function open(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0);
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
}

/** Paths below this one that the page leads to; of a list, the first row's. */
function linksOf(page: Page, below: string): Promise<string[]> {
  return page.getByRole('main').evaluate((main, path) => {
    const row = '[role="option"]';
    const links = [...main.querySelectorAll<HTMLAnchorElement>(`a[href]:not(${row})`)];
    const rows = [...main.querySelectorAll('[role="listbox"]')].map((list) => list.querySelector(`a${row}`));
    const paths = [...links, ...rows].flatMap((link) =>
      link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : [],
    );
    return paths.filter((other) => other.startsWith(`${path}/`));
  }, below);
}

/** A path without the IDs in it: pages of the same kind have the same. */
const kindOf = (path: string) => path.replaceAll(/\/[a-z]*\d[^/]*/g, '/…');

/** The path of a place, such as `/api-keys`. */
export function pathOf(place: string): string {
  return `/${place.toLowerCase().replace(' ', '-')}`;
}

interface Visit {
  /** Opens a page, and waits until its links are there; by default in the loaded window. */
  readonly load?: (path: string) => Promise<void>;
  readonly check: (path: string) => Promise<void>;
}

/** Visits a page and one of each kind of page below it that it leads to. Returns their kinds. */
export async function crawl(page: Page, first: string, { load, check }: Visit): Promise<readonly string[]> {
  const paths = [first];
  const known = new Set(paths.map(kindOf));
  for (const path of paths) {
    await (load ?? ((path) => open(page, path)))(path);
    for (const link of await linksOf(page, first)) {
      if (!known.has(kindOf(link))) paths.push(link);
      known.add(kindOf(link));
    }
    await check(path);
  }
  return [...known];
}
