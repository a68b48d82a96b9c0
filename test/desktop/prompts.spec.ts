import { expect, test } from './support/desktop.ts';
import type { TestDesktop } from './support/driver.ts';

async function ask(desktop: TestDesktop): Promise<string> {
  const { api } = await desktop.server();
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const { prompts } = await api.v0.prompts.list({ query: { runID } });
  return prompts[0]!.id;
}

test('a prompt that arrives while the window is not in front is announced; a click opens it', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  await desktop.putInFront(false);
  const id = await ask(desktop);
  await expect.poll(desktop.announced).toEqual([{ title: 'Go on?', body: 'Ask somebody (default)' }]);
  await desktop.clickAnnouncement();
  await expect(page).toHaveURL(new RegExp(`/prompts/${id}$`));
  expect(await desktop.announced()).toEqual([]);
});

test('an announcement opens its prompt also when the window was closed', async ({ start }) => {
  const desktop = await start();
  const { api } = await desktop.server();
  await desktop.decide({ keepServing: true });
  await desktop.closeWindow();
  await expect.poll(desktop.isWindowOpen).toBe(false);
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const { prompts } = await api.v0.prompts.list({ query: { runID } });
  await expect.poll(async () => (await desktop.announced()).length).toBe(1);
  await desktop.clickAnnouncement();
  await expect.poll(desktop.paths).toEqual([`/prompts/${prompts[0]!.id}`]);
});

/** The number of pending prompts in the tray. */
async function waiting(desktop: TestDesktop): Promise<string | undefined> {
  return /\d+|no/.exec((await desktop.tray()).toolTip.split(': ')[1] ?? '')?.[0];
}

test('prompts are announced only while the window is not in front and somebody wants it, many at once together, until they are answered', async ({
  start,
}) => {
  const desktop = await start();
  await desktop.page();
  const { api } = await desktop.server();
  const count = async () => (await desktop.announced()).length;

  await desktop.putInFront(true);
  await ask(desktop);
  await expect.poll(() => waiting(desktop)).toBe('1');
  await desktop.decide({ notifications: false });
  await desktop.putInFront(false);
  await ask(desktop);
  await expect.poll(() => waiting(desktop)).toBe('2');
  expect(await count()).toBe(0);

  await api.emulator.reset({ body: {} });
  await expect.poll(() => waiting(desktop)).toBe('no');
  await desktop.decide({ notifications: true });
  await Promise.all(Array.from({ length: 6 }, () => api.v0.tasks.execute({ body: { slug: 'ask' } })));
  await expect.poll(() => waiting(desktop)).toBe('6');
  expect(await count()).toBeLessThan(6);
  await api.emulator.reset({ body: {} });
  await expect.poll(count).toBe(0);

  const first = await ask(desktop);
  await expect.poll(count).toBe(1);
  await ask(desktop);
  await expect.poll(count).toBe(2);
  await api.v0.prompts.submit({ body: { id: first, values: {} } });
  await expect.poll(count).toBe(1);
  await api.emulator.reset({ body: {} });
  await expect.poll(count).toBe(0);
});

test('the tray says where Hangar serves and which prompts wait, opens them, and quits', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const { url } = await desktop.server();
  const idle = [`(Serving at ${url})`, '(No pending prompts)', '', 'Open Hangar', 'Quit Hangar'];
  expect(await desktop.tray()).toEqual({ toolTip: `Hangar at ${url}: no pending prompts`, items: idle });
  const id = await ask(desktop);
  await expect.poll(desktop.tray).toEqual({
    toolTip: `Hangar at ${url}: 1 pending prompt`,
    items: [idle[0], '1 pending prompt', 'Go on? – Ask somebody', ...idle.slice(2)],
  });
  await desktop.chooseInTray('Go on? – Ask somebody');
  await expect(page).toHaveURL(new RegExp(`/prompts/${id}$`));
  expect(await desktop.endedBy(() => desktop.chooseInTray('Quit Hangar'))).toEqual({ code: 0, signal: null });
});
