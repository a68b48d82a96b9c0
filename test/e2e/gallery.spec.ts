import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { createServer } from 'vite';
import { scratchFolder } from '../support/program.ts';
import { expectAccessibleInBothThemes, expectNoOverflow } from './support/accessible.ts';
import { test as base } from './support/built.ts';

const root = fileURLToPath(new URL('../../renderer', import.meta.url));
const families = readdirSync(join(root, 'gallery/examples')).filter((file) => file.endsWith('.tsx'));

/** A test of the gallery, served by Vite in development. */
const test = base.extend<{ readonly gallery: string }>({
  gallery: async ({}, use) => {
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
});

test('the examples of each family have no violation in either theme, and the console stays silent', async ({
  page,
  gallery,
}) => {
  const said: string[] = [];
  page.on('pageerror', ({ message }) => said.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  for (const family of families) {
    await test.step(family, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${gallery}?family=${family.replace('.tsx', '')}`);
      // A page of the window has one log; here are several.
      await expectAccessibleInBothThemes(page, { 'landmark-unique': { enabled: false } });
      await expectNoOverflow(page);
      expect(said).toEqual([]);
    });
  }
});
