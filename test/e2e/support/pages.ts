import { expect, type Page } from '@playwright/test';
import { clientOf } from '../../support/program.ts';
import { oldestPrompt } from './prompts.ts';

/** Every place, as the navigation names it, in its order. */
export const PLACES = [
  ...['Overview', 'Traffic', 'Runs', 'Sessions', 'Prompts', 'Tests', 'Explore', 'Tasks', 'Runbooks', 'Resources'],
  ...['Webhooks', 'Environments', 'Team', 'API keys', 'Settings'],
] as const;

/** Makes something of each kind that the sample has not: a run that waits, one that has ended, a session, a key. */
export async function fill(api: ReturnType<typeof clientOf>): Promise<void> {
  for (const slug of ['greet', 'refund_order']) await api.v0.tasks.execute({ body: { slug } });
  await api.v0.tasks.execute({ body: { slug: 'greet', paramValues: { nmae: 'Ada' } } });
  await api.v0.runbooks.execute({ body: { slug: 'close_day' } });
  await api.emulator.answers.create({ body: { slug: 'later', match: { task: 'nothing' } } });
  await api.emulator.checkpoints.save({ body: { name: 'before', replace: true } });
  await exploration(api);
  await suiteTest(api);
  await oldestPrompt(api);
}

/** Executes the task of the sample that asks; gives the IDs of its run, its prompt, its request and itself. */
export async function refundThatAsks(api: Parameters<typeof fill>[0]): Promise<Readonly<Record<string, string>>> {
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'refund_order' } });
  const prompt = await oldestPrompt(api);
  const [entry] = (await api.emulator.traffic.list({ query: {} })).entries;
  const task = (await api.emulator.definitions.tasks.list()).items.find(({ slug }) => slug === 'refund_order');
  return { run: runID, prompt, request: entry?.id ?? '', task: task?.id ?? '' };
}

/**
 * Adds an exploration with a counterexample: a lost answer, and a second execution with another key.
 *
 * @param polls further reads, one each second
 */
export async function exploration(api: ReturnType<typeof clientOf>, polls = 0): Promise<void> {
  const { explorations } = api.emulator;
  const settings = { from: 'definitions', seed: 1, jobs: 2, speed: 1, budgetSeconds: 60 };
  const { id } = await explorations.create({
    body: {
      command: 'node job.mjs',
      invariants: [INVARIANT, 'ends', 'no error findings'],
      settings: { ...settings, people: false, runs: false, order: false },
    },
  });
  const refund = { operation: 'tasks/execute', task: 'refund' } as const;
  const first = { ...refund, nth: 1 };
  const runs = ['run20261127z6rxbehedqq', 'run20261127z8kq2m90vta'] as const;
  const calls = [
    { call: first, startedAt: 60, endedAt: 80, status: 0, fault: 'lose', runID: runs[0], key: 'order-6f1c' },
    { call: { ...refund, nth: 2 }, startedAt: 1080, endedAt: 1120, status: 200, runID: runs[1], key: 'order-a20e' },
    ...Array.from({ length: 1 + polls }, (_, index) => {
      const startedAt = 1560 + 1000 * index;
      const call = { operation: 'runs/get', nth: 1 + index } as const;
      return { call, startedAt, endedAt: startedAt + 10, status: 200, runID: runs[1] };
    }),
  ].map((call, index) => ({ requestID: `trf${index}`, fault: '', key: '', executed: true, ...call }));
  const run = { task: 'refund', status: 'Succeeded', params: { order_id: 'AB1042' } } as const;
  const [none, counts] = [
    { tried: 0, total: 0 },
    { schedules: 16, calls: 2, unmet: 1, seconds: 11 },
  ];
  const found = {
    ...{ invariant: INVARIANT, reason: `refund succeeded twice for order_id "AB1042": ${runs.join(', ')}` },
    ...{ schedule: [{ call: first, kind: 'lose' }], also: [{ call: first, kind: 'truncate' }], calls, findings: [] },
    runs: [
      { ...run, id: runs[0], nth: 1, startedAt: 80, endedAt: 500 },
      { ...run, id: runs[1], nth: 2, startedAt: 1120, endedAt: 1500 },
    ],
    ...{ reproduced: 5, message: 'a ladder', output: 'refunds AB1042\n', exitCode: 0, trial: 3 },
  };
  const parts = { singles: { tried: 14, total: 14 }, newCalls: none, pairs: { tried: 2, total: 40 } };
  const report = {
    ...{ holds: false, unsteady: [], complete: false, invariants: [INVARIANT], baseline: [], text: 'a ladder' },
    ...{ explored: { ...counts, ...parts, people: none, orders: none }, counterexamples: [found] },
  };
  const space = {
    faults: ['lose', 'refuse', 'error 503', 'error 500 after', 'error 429', 'truncate', 'body'],
    calls: [
      { call: first, outcomes: 'bhhhhbh' },
      { call: { operation: 'runs/get', nth: 1 } as const, outcomes: 'hhh-huh' },
    ],
    ...{ newCalls: 'hhbh', pairs: 'hu'.padEnd(40, '.'), others: '' },
  };
  await explorations.update({ params: { id }, body: { state: 'ended', report, space } });
}

const INVARIANT = 'once refund per order_id';

/** Adds a test that has failed, with a request, a run, a prompt and a finding. */
export async function suiteTest(api: ReturnType<typeof clientOf>): Promise<string> {
  const test = { name: 'retries a lost answer', file: 'test/refund.test.ts', line: 41 };
  const { id, url, apiKey } = await api.emulator.sandboxes.create({ body: { test } });
  const sandbox = clientOf({ url, apiKey });
  for (const slug of ['greet', 'refund_order']) await sandbox.v0.tasks.execute({ body: { slug } });
  await sandbox.v0.tasks.execute({ body: { slug: 'greet', paramValues: { nmae: 'Ada' } } });
  const failed = { state: 'failed', message: 'Expected 1 run, got 2', file: 'test/refund.test.ts', line: 52 } as const;
  await api.emulator.sandboxes.outcome({ params: { id }, body: failed });
  await api.emulator.sandboxes.remove({ params: { id } });
  return id;
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
    const row = '[role="option"], [role="treeitem"]';
    const links = [...main.querySelectorAll<HTMLAnchorElement>(`a[href]:not(${row})`)];
    const lists = [...main.querySelectorAll('[role="listbox"], [role="tree"]')];
    // The rows of files are no links.
    const rows = lists.map((list) => list.querySelector('a[role="option"], a[role="treeitem"]:not([aria-expanded])'));
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
