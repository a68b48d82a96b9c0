import { fileURLToPath } from 'node:url';
import { foreignServer } from '../support/foreign-server.ts';
import { expect, test } from './support/desktop.ts';

// One application for all that leaves it as it was; the last step leaves its page.
test('the process of the page is confined', async ({ startInside }) => {
  const desktop = await startInside();
  const page = await desktop.page();
  const { url } = await desktop.server();

  await test.step('it is sandboxed and isolated, without Node and without webviews', async () => {
    const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
      // Not in the types, but there since Electron 1.
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences: () => Record<string, unknown>;
      };
      const preferences = contents.getLastWebPreferences();
      return Object.fromEntries(
        [
          ...[
            'sandbox',
            'contextIsolation',
            'nodeIntegration',
            'nodeIntegrationInWorker',
            'nodeIntegrationInSubFrames',
          ],
          ...[
            'webviewTag',
            'webSecurity',
            'allowRunningInsecureContent',
            'experimentalFeatures',
            'enableBlinkFeatures',
          ],
        ].map((name) => [name, preferences[name] ?? false]),
      );
    });
    expect(preferences).toEqual({
      ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false },
      ...{ nodeIntegrationInSubFrames: false, webviewTag: false, webSecurity: true },
      ...{ allowRunningInsecureContent: false, experimentalFeatures: false, enableBlinkFeatures: '' },
    });
  });

  await test.step('it reaches no other machine, whatever its page says', async () => {
    const proxies = await desktop.app.evaluate(({ BrowserWindow }) => {
      const session = BrowserWindow.getAllWindows()[0]!.webContents.session;
      return Promise.all(['http://127.0.0.1:4100', 'https://example.com'].map((to) => session.resolveProxy(to)));
    });
    expect(proxies).toEqual(['DIRECT', 'PROXY 127.0.0.1:9']);
  });

  await test.step('the bridge gives the file that was chosen', async () => {
    const chosen = await page.evaluate(() => window.hangar?.chooseFile({ title: 'Choose', extensions: ['json'] }));
    expect(chosen).toBe('/chosen/file.json');
  });

  await test.step('any other session is as closed as that of the window', async () => {
    // A page of Hangar itself, in sessions that the shell did not make.
    const states = desktop.app.evaluate(async ({ BrowserWindow }, at) => {
      const code = `Promise.all(['geolocation', 'notifications', 'clipboard-read', 'midi']
      .map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`;
      const ask = async (partition: string) => {
        const other = new BrowserWindow({ show: false, webPreferences: { partition } });
        await other.loadURL(`${at}/icon.svg`);
        const states = (await other.webContents.executeJavaScript(code)) as string[];
        other.destroy();
        return states;
      };
      return [await ask(''), await ask('another')];
    }, url);
    expect(new Set((await states).flat())).toEqual(new Set(['denied']));
  });

  await test.step('only the window itself is answered, not another page of the same origin', async () => {
    // The preload script and origin of the real one, in a window that the shell did not make.
    const ask = desktop.app.evaluate(
      async ({ BrowserWindow }, { at, preload }) => {
        const webPreferences = { preload, sandbox: true, additionalArguments: [`--hangar-origin=${at}`] };
        const other = new BrowserWindow({ show: false, webPreferences });
        await other.loadURL(`${at}/icon.svg`);
        const code = `window.hangar.settings().then(() => 'answered', (error) => error.message)`;
        const answer = (await other.webContents.executeJavaScript(code)) as string;
        other.destroy();
        return answer;
      },
      { at: url, preload: fileURLToPath(new URL('../../out/preload/preload.cjs', import.meta.url)) },
    );
    expect(await ask).toMatch(/Only the window of Hangar may send this message/);
  });

  await test.step('a page that came from elsewhere gets no bridge', async () => {
    await expect(page).toHaveURL(/\/overview$/);
    const elsewhere = await foreignServer();
    // Only the main process itself can do what the window refuses.
    await desktop.app.evaluate(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.loadURL(to),
      `http://127.0.0.1:${elsewhere.port}/`,
    );
    await expect(page.getByRole('heading', { name: 'elsewhere' })).toBeVisible();
    expect(await page.evaluate(() => 'hangar' in window)).toBe(false);
    elsewhere.close();
  });
});
