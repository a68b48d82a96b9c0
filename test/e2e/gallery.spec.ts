import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { createServer } from 'vite';
import { scratchFolder } from '../support/program.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';

const root = fileURLToPath(new URL('../../renderer', import.meta.url));
const families = readdirSync(join(root, 'gallery/examples')).filter((file) => file.endsWith('.tsx'));

// One worker runs them all: Vite takes longer to start than a test of it.
base.describe.configure({ mode: 'default' });

/** A test of the gallery, served by Vite in development. */
const test = base.extend<object, { readonly gallery: string }>({
  gallery: [
    async ({}, use) => {
      const cache = await scratchFolder();
      const server = await createServer({
        configFile: join(root, 'vite.config.ts'),
        cacheDir: cache.path,
        logLevel: 'error',
        server: { port: 0, host: '127.0.0.1' },
      });
      await server.listen();
      await use(`${server.resolvedUrls?.local[0] ?? ''}gallery/`);
      await server.close();
      await cache.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

for (const family of families.map((file) => file.replace('.tsx', ''))) {
  test(`the examples of ${family} have no violation in either theme, and the console stays silent`, async ({
    page,
    gallery,
  }) => {
    const said: string[] = [];
    page.on('pageerror', ({ message }) => said.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    await page.goto(`${gallery}?family=${family}`);
    // A page of the window has one log; here are several.
    await expectAccessibleInBothThemes(page, { 'landmark-unique': { enabled: false } });
    await expectNoOverflow(page);
    base.expect(said).toEqual([]);
  });
}
