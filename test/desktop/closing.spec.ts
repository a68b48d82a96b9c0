import { expect, test } from './support/desktop.ts';

test('the first close asks whether to keep serving; quitting ends everything', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const { url, api } = await desktop.server();

  await test.step('it asks until it is answered; cancelling keeps the window', async () => {
    await desktop.closeWindow();
    await desktop.answer(/Keep serving/, 'Cancel', 2);
    await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
    await expect(page).toHaveURL(/\/tasks$/);
    await desktop.closeWindow();
    await desktop.answer(/Keep serving without the window/, 'Keep serving', 0);
    await expect.poll(desktop.isWindowOpen).toBe(false);
    expect(await api.emulator.ready()).toMatchObject({ ready: true });
  });

  await test.step('the window opens again where it was left', async () => {
    await desktop.showWindow();
    await expect.poll(desktop.isWindowOpen).toBe(true);
    await expect.poll(desktop.paths).toEqual(['/tasks']);
  });

  await test.step('a later close does not ask', async () => {
    await desktop.closeWindow();
    await expect.poll(desktop.isWindowOpen).toBe(false);
  });

  const { runID } = await api.v0.tasks.execute({ body: { slug: 'wait' } });
  await test.step('quitting ends open streams and running work, with 0', async () => {
    const streams = await Promise.all([1, 2, 3].map(() => fetch(`${url}/_emulator/events`)));
    expect(await desktop.quit()).toEqual({ code: 0, signal: null });
    await Promise.all(streams.map((stream) => stream.text().catch(() => '')));
  });

  const second = await start();
  await test.step('it frees the folder: the run goes on', async () => {
    const { api: again } = await second.server();
    expect(await again.v0.runs.get({ query: { id: runID } })).toMatchObject({ status: 'Active' });
  });

  await test.step('a page that hangs does not keep Hangar from ending', async () => {
    const hanging = await second.page();
    await expect(hanging).toHaveURL(/\/overview$/);
    await hanging.evaluate(() => {
      setTimeout(() => {
        for (;;);
      });
    });
    expect(await second.quit()).toEqual({ code: 0, signal: null });
  });
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
