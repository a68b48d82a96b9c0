import { expect, test, type TestDesktop } from './support/desktop.ts';

interface Shown {
  title: string;
  body: string;
  emit: (event: 'click') => void;
}
type WithShown = typeof globalThis & { readonly desktopTest: { readonly shown: Shown[]; readonly badge: number } };

function announced({ app }: TestDesktop): Promise<{ title: string; body: string }[]> {
  return app.evaluate(() => (globalThis as WithShown).desktopTest.shown.map(({ title, body }) => ({ title, body })));
}

function badge({ app }: TestDesktop): Promise<number> {
  return app.evaluate(() => (globalThis as WithShown).desktopTest.badge);
}

/** Without a window manager nothing decides which window is in front, so the test does. */
function putInFront({ app }: TestDesktop, isInFront: boolean): Promise<void> {
  return app.evaluate(({ BrowserWindow }, is) => {
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => is;
  }, isInFront);
}

async function ask(desktop: TestDesktop): Promise<string> {
  const { api } = await desktop.server();
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const { prompts } = await api.v0.prompts.list({ query: { runID } });
  return prompts[0]!.id;
}

test('a prompt that arrives while the window is not in front is announced; a click opens it', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  await putInFront(desktop, false);
  const id = await ask(desktop);
  await expect.poll(() => announced(desktop)).toEqual([{ title: 'Go on?', body: 'Ask somebody (default)' }]);
  await desktop.app.evaluate(() => (globalThis as WithShown).desktopTest.shown[0]?.emit('click'));
  await expect(page).toHaveURL(new RegExp(`/prompts/${id}$`));
  expect(await announced(desktop)).toEqual([]);
});

test('an announcement opens its prompt also when the window was closed', async ({ start }) => {
  const desktop = await start();
  const { api } = await desktop.server();
  await desktop.choose('keep-serving');
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(desktop.isWindowOpen).toBe(false);
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'ask' } });
  const { prompts } = await api.v0.prompts.list({ query: { runID } });
  await expect.poll(async () => (await announced(desktop)).length).toBe(1);
  await desktop.app.evaluate(() => (globalThis as WithShown).desktopTest.shown[0]?.emit('click'));
  const paths = () => desktop.app.windows().map((window) => new URL(window.url()).pathname);
  await expect.poll(paths).toEqual([`/prompts/${prompts[0]!.id}`]);
});

test('the badge counts the prompts that wait, and an answer takes its announcement away', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  await putInFront(desktop, false);
  const { api } = await desktop.server();
  const first = await ask(desktop);
  await ask(desktop);
  await expect.poll(() => badge(desktop)).toBe(2);
  await expect.poll(async () => (await announced(desktop)).length).toBe(2);
  await api.v0.prompts.submit({ body: { id: first, values: {} } });
  await expect.poll(() => badge(desktop)).toBe(1);
  expect(await announced(desktop)).toHaveLength(1);
  await api.emulator.reset({ body: {} });
  await expect.poll(() => badge(desktop)).toBe(0);
});

test('many prompts at once are announced together', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  await putInFront(desktop, false);
  const { api } = await desktop.server();
  await Promise.all(Array.from({ length: 6 }, () => api.v0.tasks.execute({ body: { slug: 'ask' } })));
  await expect.poll(() => badge(desktop)).toBe(6);
  expect((await announced(desktop)).length).toBeLessThan(6);
});

test('nothing is announced while the window is in front, nor when nobody wants it', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  await putInFront(desktop, true);
  await ask(desktop);
  await expect.poll(() => badge(desktop)).toBe(1);
  await putInFront(desktop, false);
  await desktop.choose('notifications');
  await ask(desktop);
  await expect.poll(() => badge(desktop)).toBe(2);
  expect(await announced(desktop)).toEqual([]);
});

interface TrayItem {
  label: string;
  enabled: boolean;
  click: () => void;
}
type WithTray = typeof globalThis & {
  readonly desktopTest: { readonly tray: { items: TrayItem[] }; readonly toolTip: string };
};

test('the tray says where Hangar serves and which prompts wait, opens them, and quits', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const { url } = await desktop.server();
  const tray = () =>
    desktop.app.evaluate(() => {
      const { tray: menu, toolTip } = (globalThis as WithTray).desktopTest;
      return { toolTip, items: menu.items.map(({ label, enabled }) => (enabled ? label : `(${label})`)) };
    });
  const choose = (item: string) =>
    desktop.app.evaluate((_modules, label) => {
      (globalThis as WithTray).desktopTest.tray.items.find((entry) => entry.label === label)?.click();
    }, item);
  const idle = [`(Serving at ${url})`, '(No prompt is waiting)', '', 'Open Hangar', 'Quit Hangar'];
  expect(await tray()).toEqual({ toolTip: `Hangar at ${url}: no prompt is waiting`, items: idle });
  const id = await ask(desktop);
  await expect.poll(tray).toEqual({
    toolTip: `Hangar at ${url}: 1 prompt is waiting`,
    items: [idle[0], '1 prompt is waiting', 'Go on? – Ask somebody', ...idle.slice(2)],
  });
  await choose('Go on? – Ask somebody');
  await expect(page).toHaveURL(new RegExp(`/prompts/${id}$`));
  expect(await desktop.endedBy(() => choose('Quit Hangar'))).toEqual({ code: 0, signal: null });
});
