import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type RunningEmulator } from '../../electron/programs/library.ts';
import { folderWith } from '../support/behaviors.ts';
import { liveClient, type LiveClient } from '../support/live-client.ts';
import { skipWithout } from '../support/needs.ts';
import { until } from '../support/until.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let folder: string;
let emulator: RunningEmulator;
let live: LiveClient;
let first: string;
const messages: string[] = [];

/** The repository of `examples/` as somebody has cloned it, after `npm install`. */
beforeAll(async () => {
  folder = folderWith({});
  cpSync(fileOf('examples/repository'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  // Its own dependencies are found beside the real folder.
  symlinkSync(fileOf('node_modules/airplane'), join(folder, 'node_modules/airplane'), 'junction');
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'All');
  emulator = await startEmulator({
    definitions: [folder],
    schedules: true,
    onMessage: (line) => messages.push(line),
    clock: { state: 'frozen', now: '2026-11-20T01:00:00Z' },
  });
  live = liveClient(emulator.url, emulator.apiKey);
  first = readFileSync(join(folder, 'tasks/node/greet.ts'), 'utf8');
});
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}

async function read<Body>(path: string): Promise<Body> {
  return (await (await fetch(`${emulator.url}/_emulator/${path}`)).json()) as Body;
}

test('thirty tasks of all kinds are served, ten of them with the SDK of the service inside', async () => {
  const { items } = await read<{ items: { slug: string; file: string; kind: string; problem?: string }[] }>(
    'definitions',
  );
  expect(items.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(items.filter(({ kind }) => kind !== 'project')).toHaveLength(30);
  expect(items.filter(({ file }) => file.endsWith('.airplane.ts'))).toHaveLength(10);
  expect([...new Set(items.map(({ kind }) => kind))].sort()).toEqual([
    'docker',
    'graphql',
    'node',
    'project',
    'python',
    'rest',
    'shell',
    'sql',
  ]);
});

const RUNS: [string, object, unknown][] = [
  ['greet', { name: 'Ada' }, { greeting: 'Hello, Ada!' }],
  ['format_price', { amount: 2 }, '2.00 EUR'],
  ['shop_name', {}, { shop: 'Corner Shop', region: 'eu' }],
  ['nightly_report', { days: 2 }, { days: 2, region: 'eu' }],
  ['charge_customer', { customer: 'ada' }, { customer: 'ada', charged: 100 }],
  ['cleanup', {}, {}],
  ['refund', { id: 'a' }, { id: 'a', refunded: 10 }],
  ['append_lines', { count: 2 }, [{ line: 1 }, { line: 2 }]],
  ['show_variables', {}, { region: 'eu', level: 'info', shop: 'Corner Shop' }],
  ['defined_elsewhere', {}, 'from lib'],
  ['compose_order', { item: 'tea' }, { item: 'tea', status: 'open', price: '12.50 EUR' }],
];
test.for(RUNS)('%s runs', async ([slug, values, output], context) => {
  if (slug === 'cleanup') skipWithout(context, 'POSIX');
  expect(await live.run(slug, values as never)).toMatchObject({ status: 'Succeeded', output });
});

test('tasks in Python run', async (context) => {
  skipWithout(context, 'python3');
  expect(await live.run('count_words', { text: 'a b c' })).toMatchObject({ output: { words: 3 } });
  expect(await live.run('shop_python', {})).toMatchObject({ output: { shop: 'Corner Shop' } });
  expect(await live.run('sum_orders', { orders: [{ amount: 1 }, { amount: 2 }] })).toMatchObject({
    output: { total: 3 },
  });
  expect(await live.run('validate_date', { day: '1999-01-01' })).toMatchObject({ status: 'Failed' });
});

test('the nightly job runs on the clock, at its exact instant, as the user "Schedule"', async () => {
  const { upcoming } = await read<{ upcoming: { kind: string; taskSlug?: string; at: string }[] }>('clock');
  expect(upcoming).toContainEqual(expect.objectContaining({ kind: 'schedule', taskSlug: 'nightly_report' }));
  const advanced = await emulator.clock.advance({ seconds: 3 * 3600 });
  expect(advanced).toMatchObject({ more: false, blockedBy: [] });
  const { runs } = await read<{
    runs: { taskSlug: string; createdAt: string; createdBy: string; origin: { kind: string } }[];
  }>('runs?q=task:nightly_report');
  const scheduled = runs.filter(({ origin }) => origin.kind === 'schedule');
  expect(messages).toEqual([]);
  expect(scheduled.map(({ createdAt }) => createdAt)).toEqual(['2026-11-20 03:00:00.000000+00']);
  const { actors } = await read<{ actors: { id: string; name: string }[] }>('info');
  expect(actors.find(({ id }) => id === scheduled[0]?.createdBy)?.name).toBe('Schedule');
});

test('edits are live, and the repository stays clean', async () => {
  writeFileSync(join(folder, 'tasks/node/greet.ts'), first.replace('Hello', 'Good morning'));
  expect(await live.run('greet', { name: 'Ada' })).toMatchObject({ output: { greeting: 'Good morning, Ada!' } });
  writeFileSync(join(folder, 'tasks/node/greet.ts'), first);
  const refund = readFileSync(join(folder, 'src/refund.airplane.ts'), 'utf8');
  writeFileSync(join(folder, 'src/refund.airplane.ts'), refund.replace('default: 10', 'default: 20'));
  await until(async () => {
    const { output } = await live.run('refund', { id: 'a' });
    return JSON.stringify(output).includes('20');
  });
  writeFileSync(join(folder, 'src/refund.airplane.ts'), refund);
  expect(git('status', '--porcelain')).toBe('');
});
