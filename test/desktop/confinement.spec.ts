import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignServer } from '../support/foreign-server.ts';
import { editedList, expect, test } from './support/desktop.ts';

// One application for all; the last step leaves navigations that Playwright waits for.
test('the window shows the GUI with its title, and its page is confined', async ({ start }) => {
  const desktop = await start();
  const page = await desktop.page();

  await test.step('the window shows the GUI and carries its title', async () => {
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Overview' })).toBeVisible();
    await expect(page).toHaveURL(/\/overview$/);
    await expect(page).toHaveTitle(/^Overview.*Hangar$/);
    await expect.poll(desktop.title).toMatch(/^Overview.*Hangar$/);
  });

  await test.step('it has the bridge and nothing of Node', async () => {
    const found = await page.evaluate(() => ({
      bridge: Object.keys(window.hangar ?? {}).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
    }));
    expect(found).toEqual({
      bridge: [
        ...['changeSettings', 'chooseFile', 'closeBundle', 'edit', 'makeTerminal', 'onCommand', 'onOpen', 'open'],
        ...['pathOf', 'platform', 'reveal', 'setMenu', 'settings', 'terminal'],
      ],
      node: [],
    });
  });

  await test.step('the bridge reveals what is there', async () => {
    const reveal = (path: string) => page.evaluate((at) => window.hangar?.reveal(at), path);
    const file = join(desktop.data, 'workspace.json');
    expect([await reveal(file), await reveal('relative'), await reveal('/not/there')]).toEqual([true, false, false]);
    await expect.poll(desktop.revealed).toEqual([file]);
  });

  await test.step('the bridge opens what is there in the editor, at its line', async () => {
    const edit = (path: string, line: number) =>
      page.evaluate(([at, from]) => window.hangar?.edit(at, from), [path, line] as const);
    const file = join(desktop.data, 'workspace.json');
    expect([await edit(file, 3), await edit('relative', 1), await edit('/not/there', 1)]).toEqual([true, false, false]);
    await expect.poll(() => readFile(editedList(desktop.data), 'utf8').catch(() => '')).toBe(`--goto ${file}:3\n`);
  });

  await test.step('permissions are refused, but writing to the clipboard', async () => {
    const answers = await page.evaluate(async () => {
      const names = [
        ...['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write', 'midi'],
      ];
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

  await test.step('it is served with a policy that lets it load nothing but itself', async () => {
    const { url } = await desktop.server();
    const answer = await fetch(`${url}/`, { headers: { Accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self'");
    const outcome = await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => 'loaded',
        () => 'refused',
      ),
    );
    expect(outcome).toBe('refused');
  });

  await test.step('frames of elsewhere are not shown, and get no bridge', async () => {
    const elsewhere = await foreignServer();
    await page.evaluate((to) => {
      for (const source of [to, 'about:blank']) {
        const frame = document.createElement('iframe');
        frame.src = source;
        document.body.append(frame);
      }
    }, `http://127.0.0.1:${elsewhere.port}/`);
    await expect.poll(() => page.frames().length).toBeGreaterThan(1);
    const bridges = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.evaluate(() => 'hangar' in window).catch(() => false)),
    );
    expect({ bridges: bridges.includes(true), asked: elsewhere.asked }).toEqual({ bridges: false, asked: [] });
    elsewhere.close();
  });

  await test.step('the window opens links to elsewhere in the browser, and never leaves its server', async () => {
    const home = page.url();
    const windows = await page.evaluate(() =>
      ['https://example.com/a', 'file:///etc/passwd', 'javascript:alert(1)', 'ssh://example.com'].map(
        (url) => window.open(url) === null,
      ),
    );
    expect(windows).toEqual([true, true, true, true]);
    await expect.poll(desktop.opened).toEqual(['https://example.com/a']);
    expect(desktop.paths()).toHaveLength(1);

    const elsewhere = await foreignServer();
    const url = `http://127.0.0.1:${elsewhere.port}/`;
    await page.evaluate((to) => {
      const link = document.createElement('a');
      link.href = to;
      document.body.append(link);
      link.click();
    }, url);
    await expect.poll(desktop.opened).toEqual(['https://example.com/a', url]);
    await page.evaluate(() => void (location.href = 'file:///etc/passwd'));
    // Operations are no places of the window, however their paths are spelled.
    const operations = ['/_emulator/info', '/%5femulator/info', '/%76%30/runs/list', '/x//_emulator'];
    for (const [index, path] of operations.entries()) {
      await page.evaluate((to) => void (location.href = to), path);
      await expect.poll(async () => (await desktop.opened()).length).toBe(index + 3);
    }
    expect({ url: page.url(), asked: elsewhere.asked }).toEqual({ url: home, asked: [] });
    // Playwright goes on waiting for a navigation that the window refused: the window itself tells what it shows.
    expect(await desktop.title()).toMatch(/^Overview/);
    elsewhere.close();
  });
});
