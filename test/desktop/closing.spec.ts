import { expect, test } from './support/desktop.ts';

test('the first close asks whether to keep serving, until it is answered; cancelling keeps the window', async ({
  start,
}) => {
  const desktop = await start();
  const page = await desktop.page();
  const { api } = await desktop.server();
  await desktop.closeWindow();
  await desktop.answer(/Keep serving/, 'Cancel', 2);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desktop.closeWindow();
  await desktop.answer(/Keep serving without the window/, 'Keep Serving', 0);
  await expect.poll(desktop.isWindowOpen).toBe(false);
  expect(await api.emulator.ready()).toMatchObject({ ready: true });
  await desktop.showWindow();
  await expect.poll(desktop.isWindowOpen).toBe(true);
  await desktop.closeWindow();
  await expect.poll(desktop.isWindowOpen).toBe(false);
  expect(await desktop.quit()).toEqual({ code: 0, signal: null });
});

test('declining ends Hangar with its window, now and the next time', async ({ start }) => {
  const first = await start();
  await first.page();
  await first.closeWindow();
  expect(await first.endedBy(() => first.answer(/Keep serving/, 'Quit', 1))).toEqual({ code: 0, signal: null });
  const second = await start();
  await second.page();
  expect(await second.endedBy(() => second.closeWindow())).toEqual({ code: 0, signal: null });
});

test('the window opens again where it was left', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  await desktop.decide({ keepServing: true });
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
  await expect(page).toHaveURL(/\/tasks$/);
  await desktop.closeWindow();
  await expect.poll(desktop.isWindowOpen).toBe(false);
  await desktop.showWindow();
  await expect.poll(desktop.paths).toEqual(['/tasks']);
});

test('quitting ends open streams and running work, with 0, and frees the folder', async ({ start }) => {
  const first = await start();
  const { url, api } = await first.server();
  const streams = await Promise.all([1, 2, 3].map(() => fetch(`${url}/_emulator/events`)));
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'wait' } });
  expect(await first.quit()).toEqual({ code: 0, signal: null });
  await Promise.all(streams.map((stream) => stream.text().catch(() => '')));
  const second = await start();
  const { api: again } = await second.server();
  expect(await again.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Active' });
});

test('a page that hangs does not keep Hangar from ending', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  await expect(page).toHaveURL(/\/overview$/);
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    });
  });
  expect(await desktop.quit()).toEqual({ code: 0, signal: null });
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends it as quitting does`, async ({ start }) => {
    const desktop = await start();
    await desktop.page();
    const ended = await desktop.endedBy(() => desktop.kill(signal));
    expect(ended).toEqual({ code: 0, signal: null });
  });
}
