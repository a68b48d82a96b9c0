// `npm run screenshots [-- FOLDER]`: pictures of every page, in both themes and at three sizes, of a Hangar that is at work;
// then of the pages with held items, once it has imported its own export.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { fetchBrowser, findBrowser } from '../test/tools/browser.ts';
import { ensureBuilt } from './ensure-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'test-results/screenshots');
const KEY = 'tkn_screenshots';
const THEMES = ['light', 'dark'];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
];
const PLACES = ['overview', 'traffic', 'runs', 'sessions', 'prompts', 'tasks', 'runbooks', 'resources', 'webhooks'];
PLACES.push('environments', 'team', 'api-keys', 'settings', 'traffic/findings', 'traffic/coverage');

/** Starts the built program in memory, with the sample. */
async function serve() {
  const args = ['serve', '--port', '0', '--in-memory', '--api-key', KEY, '--log-format', 'json'];
  const child = spawn(process.execPath, [join(root, 'out/main/headless.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line);
    if (said.event === 'ready') return { url: said.url, stop: () => child.kill() };
  }
  throw new Error('Hangar ended before it was ready');
}

/** Gives the pages something to show; answers where the single things stand. */
async function fill(url) {
  const ask = async (path, body) => {
    const method = body === undefined ? 'GET' : 'POST';
    const init = { method, headers: { 'X-Service-API-Key': KEY }, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(url + path, init)).json();
  };
  const execute = (slug, paramValues = {}) => ask('/v0/tasks/execute', { slug, paramValues });
  await execute('greet', { name: 'Ada' });
  await execute('refund_order', { order_id: 'wrong' });
  await execute('count_orders');
  const { sessionID } = await ask('/v0/runbooks/execute', { slug: 'close_day' });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const { runID } = await execute('refund_order', { order_id: 'AB1042', amount: 240 });
  const { entries } = await ask('/_emulator/traffic');
  const { prompts } = await ask('/_emulator/prompts');
  const { webhooks } = await ask('/_emulator/webhooks');
  await fetch(webhooks[0].url, { method: 'POST', body: '{"customer":"Ada"}' });
  const itemsOf = async (path) => (await ask(`/_emulator/${path}`)).items;
  const user = await ask('/_emulator/users', { name: 'Ada Lovelace', email: 'ada@example.com', role: 'admin' });
  const group = await ask('/_emulator/groups', { slug: 'billing', name: 'Billing', members: ['ada@example.com'] });
  const apiKey = await ask('/_emulator/api-keys', { name: 'Nightly job', key: 'tkn_nightly', user: 'ada@example.com' });
  const tasks = await itemsOf('tasks');
  const task = tasks.find(({ slug }) => slug === 'refund_order').id;
  const tabs = ['parameters', 'behavior', 'resources', 'webhooks', 'limits', 'access'].map(
    (tab) => `tasks/${task}/${tab}`,
  );
  return [
    `runs/${runID}`,
    `runs/${runID}/logs`,
    `sessions/${sessionID}`,
    `traffic/${entries[0].id}`,
    `traffic/${entries[0].id}/answer`,
    `prompts/${prompts[0].prompt.id}`,
    `tasks/${task}`,
    ...tabs,
    `runbooks/${(await itemsOf('runbooks'))[0].id}`,
    `resources/${(await itemsOf('resources'))[0].id}`,
    `environments/${(await itemsOf('environments'))[0].id}`,
    'webhooks/refund_order/order_returned',
    'webhooks/refund_order/order_returned/deliveries',
    `team/users/${user.id}`,
    `team/groups/${group.id}`,
    'team/roles',
    `api-keys/${apiKey.id}`,
  ];
}

/** Holds what is unfinished; answers the pages that show it. */
async function hold(url, pages) {
  const headers = { 'X-Service-API-Key': KEY };
  const exported = await (await fetch(`${url}/_emulator/export`, { headers })).text();
  await fetch(`${url}/_emulator/import?resume=false`, { method: 'POST', headers, body: exported });
  return [
    'overview',
    'runs',
    'sessions',
    'prompts',
    ...pages.filter((path) => /^(?:runs|sessions|prompts)\//.test(path)),
  ];
}

async function shoot(browser, url, pages, prefix = '') {
  for (const colorScheme of THEMES) {
    for (const viewport of SIZES) {
      const page = await browser.newPage({ viewport, colorScheme });
      for (const path of pages) {
        await page.goto(`${url}/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForTimeout(700);
        const name = path.replace(/\/(?:[a-z]{3}\d{8}z|trf)\w+/, '-one').replaceAll('/', '-');
        await page.screenshot({ path: join(folder, `${prefix}${name}-${colorScheme}-${viewport.width}.png`) });
      }
      await page.close();
    }
  }
}

await ensureBuilt();
mkdirSync(folder, { recursive: true });
const server = await serve();
const executablePath = findBrowser() ?? (await fetchBrowser(console.error));
const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath });
try {
  const pages = await fill(server.url);
  await shoot(browser, server.url, [...PLACES, ...pages]);
  await shoot(browser, server.url, await hold(server.url, pages), 'held-');
  process.stdout.write(`The pictures are in ${folder}.\n`);
} finally {
  await browser.close();
  server.stop();
}
