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

test('an answer takes the announcement of its prompt away', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  await desktop.putInFront(false);
  const { api } = await desktop.server();
  const first = await ask(desktop);
  await expect.poll(async () => (await desktop.announced()).length).toBe(1);
  await ask(desktop);
  await expect.poll(async () => (await desktop.announced()).length).toBe(2);
  await api.v0.prompts.submit({ body: { id: first, values: {} } });
  await expect.poll(async () => (await desktop.announced()).length).toBe(1);
  await api.emulator.reset({ body: {} });
  await expect.poll(async () => (await desktop.announced()).length).toBe(0);
});

test('many prompts at once are announced together', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  await desktop.putInFront(false);
  const { api } = await desktop.server();
  await Promise.all(Array.from({ length: 6 }, () => api.v0.tasks.execute({ body: { slug: 'ask' } })));
  await expect.poll(() => waiting(desktop)).toBe('6');
  expect((await desktop.announced()).length).toBeLessThan(6);
});

test('nothing is announced while the window is in front, nor when nobody wants it', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  await desktop.putInFront(true);
  await ask(desktop);
  await expect.poll(() => waiting(desktop)).toBe('1');
  await desktop.decide({ notifications: false });
  await desktop.putInFront(false);
  await ask(desktop);
  await expect.poll(() => waiting(desktop)).toBe('2');
  expect(await desktop.announced()).toEqual([]);
});

test('the tray says where Hangar serves and which prompts wait, opens them, and quits', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const { url } = await desktop.server();
  const idle = [`(Serving at ${url})`, '(No prompt is waiting)', '', 'Open Hangar', 'Quit Hangar'];
  expect(await desktop.tray()).toEqual({ toolTip: `Hangar at ${url}: no prompt is waiting`, items: idle });
  const id = await ask(desktop);
  await expect.poll(desktop.tray).toEqual({
    toolTip: `Hangar at ${url}: 1 prompt is waiting`,
    items: [idle[0], '1 prompt is waiting', 'Go on? – Ask somebody', ...idle.slice(2)],
  });
  await desktop.chooseInTray('Go on? – Ask somebody');
  await expect(page).toHaveURL(new RegExp(`/prompts/${id}$`));
  expect(await desktop.endedBy(() => desktop.chooseInTray('Quit Hangar'))).toEqual({ code: 0, signal: null });
});
