import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test, type TestDesktop } from './support/desktop.ts';

type WithOpened = typeof globalThis & {
  readonly desktopTest: { readonly opened: string[]; readonly revealed: string[] };
};

function openedOutside({ app }: TestDesktop): Promise<string[]> {
  return app.evaluate(() => (globalThis as WithOpened).desktopTest.opened);
}

/** A server that is not Hangar, and counts who comes. */
async function foreignServer(): Promise<{ url: string; visits: string[]; server: Server }> {
  const visits: string[] = [];
  const server = createServer((request, answer) => {
    visits.push(request.url ?? '');
    answer.setHeader('Content-Type', 'text/html').end('<h1>elsewhere</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, visits, server };
}

test('the page has the bridge and nothing of Node', async ({ start }) => {
  const page = await (await start()).page();
  const found = await page.evaluate(() => ({
    bridge: Object.keys(window.hangar ?? {}).sort(),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
  }));
  expect(found).toEqual({
    bridge: ['changeSettings', 'chooseFile', 'onCommand', 'onOpen', 'platform', 'reveal', 'setMenu', 'settings'],
    node: [],
  });
});

test('its process is sandboxed and isolated, without Node and without webviews', async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
    // Not in the types, but there since Electron 1.
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences: () => Record<string, unknown>;
    };
    const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity };
  });
  expect(preferences).toEqual({
    ...{ sandbox: true, contextIsolation: true, nodeIntegration: false },
    ...{ webviewTag: false, webSecurity: true },
  });
});

test('links to elsewhere open in the browser, and only such that a browser opens', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const windows = await page.evaluate(() =>
    ['https://example.com/a', 'file:///etc/passwd', 'javascript:alert(1)', 'ssh://example.com'].map(
      (url) => window.open(url) === null,
    ),
  );
  expect(windows).toEqual([true, true, true, true]);
  await expect.poll(() => openedOutside(desktop)).toEqual(['https://example.com/a']);
  expect(desktop.app.windows()).toHaveLength(1);
});

test('the window never leaves its server', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const { url, visits, server } = await foreignServer();
  await expect(page).toHaveURL(/\/overview$/);
  const home = page.url();
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
  }, url);
  await expect.poll(() => openedOutside(desktop)).toEqual([url]);
  await page.evaluate(() => void (location.href = 'file:///etc/passwd'));
  await page.evaluate(() => void (location.href = '/_emulator/info'));
  await expect.poll(async () => (await openedOutside(desktop)).length).toBe(2);
  expect({ url: page.url(), visits }).toEqual({ url: home, visits: [] });
  // Playwright goes on waiting for a navigation that the window refused: the window itself tells what it shows.
  const title = await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
  expect(title).toMatch(/^Overview/);
  server.close();
});

test('frames of elsewhere are not shown, and get no bridge', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const { url, visits, server } = await foreignServer();
  await page.evaluate((to) => {
    for (const source of [to, 'about:blank']) {
      const frame = document.createElement('iframe');
      frame.src = source;
      document.body.append(frame);
    }
  }, url);
  await expect.poll(() => page.frames().length).toBeGreaterThan(1);
  const bridges = await Promise.all(
    page
      .frames()
      .slice(1)
      .map((frame) => frame.evaluate(() => 'hangar' in window).catch(() => false)),
  );
  expect({ bridges: bridges.includes(true), visits }).toEqual({ bridges: false, visits: [] });
  server.close();
});

test('a page that came from elsewhere gets no bridge', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  await expect(page).toHaveURL(/\/overview$/);
  const { url, server } = await foreignServer();
  // Only the main process itself can do what the window refuses.
  await desktop.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.loadURL(to), url);
  await expect(page.getByRole('heading', { name: 'elsewhere' })).toBeVisible();
  expect(await page.evaluate(() => 'hangar' in window)).toBe(false);
  server.close();
});

test('only the window itself is answered, not another page of the same origin', async ({ start }) => {
  const desktop = await start();
  const { url } = await desktop.server();
  // The preload script and origin of the real one, in a window that the shell did not make.
  const ask = desktop.app.evaluate(
    async ({ BrowserWindow }, { at, preload }) => {
      const webPreferences = { preload, sandbox: true, additionalArguments: [`--hangar-origin=${at}`] };
      const other = new BrowserWindow({ show: false, webPreferences });
      await other.loadURL(`${at}/icon.svg`);
      const code = `window.hangar.settings().then(() => 'answered', (error) => error.message)`;
      return (await other.webContents.executeJavaScript(code)) as string;
    },
    { at: url, preload: fileURLToPath(new URL('../../out/preload/preload.cjs', import.meta.url)) },
  );
  expect(await ask).toMatch(/Only the window of Hangar may ask this/);
});

test('permissions are refused, but writing to the clipboard', async ({ start }) => {
  const page = await (await start()).page();
  const answers = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write', 'midi'];
    const states = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return [name, state] as const;
    });
    return Object.fromEntries(await Promise.all(states));
  });
  const media = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      () => 'refused',
    ),
  );
  expect({ ...answers, media }).toEqual({
    ...{ geolocation: 'denied', notifications: 'denied', camera: 'denied', microphone: 'denied' },
    ...{ 'clipboard-read': 'denied', 'clipboard-write': 'granted', midi: 'denied', media: 'refused' },
  });
});

test('the page is served with a policy that lets it load nothing but itself', async ({ start }) => {
  const desktop = await start();
  const { url } = await desktop.server();
  const policy = (await fetch(`${url}/`, { headers: { Accept: 'text/html' } })).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self'");
  const page = await desktop.page();
  const outcome = await page.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'loaded',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
});

test("the window's process reaches no other machine, whatever its page says", async ({ start }) => {
  const desktop = await start();
  await desktop.page();
  const proxies = await desktop.app.evaluate(({ BrowserWindow }) => {
    const session = BrowserWindow.getAllWindows()[0]!.webContents.session;
    return Promise.all(['http://127.0.0.1:4100', 'https://example.com'].map((url) => session.resolveProxy(url)));
  });
  expect(proxies).toEqual(['DIRECT', 'PROXY 127.0.0.1:9']);
});

test('the bridge reveals what is there, and gives the file that was chosen', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();
  const ask = (target: Page, path: string) => target.evaluate((at) => window.hangar?.reveal(at), path);
  expect([await ask(page, desktop.data), await ask(page, 'relative'), await ask(page, '/not/there')]).toEqual([
    ...[true, false, false],
  ]);
  expect(await desktop.app.evaluate(() => (globalThis as WithOpened).desktopTest.revealed)).toEqual([desktop.data]);
  const chosen = await page.evaluate(() => window.hangar?.chooseFile({ title: 'Choose', extensions: ['json'] }));
  expect(chosen).toBe('/chosen/file.json');
});
