import { expect, KEY, type Page, test } from './support/hangar.ts';

/** Largest cumulative layout shift of a page, from first drawing on (gui-next, "Names"). */
const MAX_SHIFT = 0.02;
const PATHS = [
  ...['/overview', '/traffic', '/traffic/findings', '/traffic/coverage', '/runs', '/sessions', '/prompts', '/tasks'],
  ...['/runbooks', '/resources', '/webhooks', '/environments', '/team', '/api-keys', '/settings'],
];

/** Time without a response after which a page has its data, in milliseconds. */
const QUIET = 700;

/**
 * Delays each response of Hangar's own interface by another time, so that data arrive one after the other. Returns a function
 * that is true once all have arrived.
 */
async function delayResponses(page: Page): Promise<() => boolean> {
  let number = 0;
  let inFlight = 0;
  let last = Date.now();
  await page.route('**/_emulator/**', async (route) => {
    if (new URL(route.request().url()).pathname === '/_emulator/events') return route.continue();
    inFlight += 1;
    await new Promise((resolve) => setTimeout(resolve, 200 + ((number++ * 170) % 500)));
    await route.continue();
    inFlight -= 1;
    last = Date.now();
  });
  return () => inFlight === 0 && Date.now() - last > QUIET;
}

/** Collects the layout shifts of a page, in a variable of its window. */
function observeShifts(): void {
  const shifts: number[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    // The types of the DOM have no layout shifts yet.
    for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The layout shift of a page so far. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((total, value) => total + value, 0),
  );
}

for (const [width, height] of [
  [1280, 800],
  [800, 600],
] as const) {
  test(`nothing moves while data arrives one after the other, at ${width} × ${height}`, async ({ page, hangar }) => {
    test.setTimeout(120_000);
    for (const slug of ['refund_order', 'greet']) {
      const headers = { 'X-Service-API-Key': KEY };
      await fetch(`${hangar.ready.url}/v0/tasks/execute`, { method: 'POST', headers, body: JSON.stringify({ slug }) });
    }
    await page.setViewportSize({ width, height });
    await page.addInitScript(observeShifts);
    const isQuiet = await delayResponses(page);
    const moved: [string, number][] = [];
    for (const path of PATHS) {
      await page.goto(path);
      await expect.poll(isQuiet).toBe(true);
      const sum = await shiftOf(page);
      if (sum >= MAX_SHIFT) moved.push([path, sum]);
    }
    expect(moved).toEqual([]);
  });
}

/** A task that logs, waits a second, executes another one and asks. */
const WORK = {
  slug: 'work',
  name: 'Work',
  parameters: [{ slug: 'order', type: 'string' as const, constraints: { optional: true } }],
  behavior: {
    kind: 'steps' as const,
    steps: [
      { do: 'log' as const, text: 'Begins' },
      { do: 'wait' as const, seconds: 1 },
      { do: 'log' as const, text: 'Goes on' },
      { do: 'execute' as const, task: 'part' },
      { do: 'prompt' as const, description: 'May I?' },
    ],
  },
};
const PART = {
  slug: 'part',
  name: 'Part',
  behavior: { kind: 'steps' as const, steps: [{ do: 'log' as const, text: 'In part' }] },
};

test.describe('while a run executes', () => {
  test.use({ workspace: { tasks: [WORK, PART] } });

  for (const path of [...PATHS, '/runs/…', '/runs/…/logs', '/runs/…/requests']) {
    test(`nothing moves at ${path}`, async ({ page, api }) => {
      const execute = () => api.v0.tasks.execute({ body: { slug: 'work', paramValues: { order: 'AB1042' } } });
      const isOfRun = path.startsWith('/runs/…');
      const before = await execute();
      await page.addInitScript(observeShifts);
      await page.goto(path.replace('…', before.runID));
      // The last thing that the run does is to ask.
      const badge = page.getByRole('navigation').getByRole('link', { name: /^Prompts/ });
      await expect(badge).toContainText('1');
      if (!isOfRun) {
        await execute();
        await expect(badge).toContainText('2');
      }
      expect(await shiftOf(page)).toBeLessThan(MAX_SHIFT);
    });
  }
});
