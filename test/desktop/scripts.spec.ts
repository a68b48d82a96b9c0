import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../electron/emulator/platform/processes.ts';
import { skipWithout } from '../e2e/support/hangar.ts';
import { open } from '../e2e/support/pages.ts';
import { liveClient, scriptTask } from '../support/live-client.ts';
import { KEY } from './support/driver.ts';
import { editedList, expect, test } from './support/desktop.ts';

const TASKS = [
  scriptTask('good', `export default ({ params }) => ({ twice: 2 * params.n })`, {
    parameters: [{ slug: 'n', type: 'integer', default: 21 }],
  }),
  scriptTask('grow', `export default () => { const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1)); }`),
  scriptTask(
    'babble',
    `import { parentPort } from 'node:worker_threads';\nexport default async () => { parentPort.postMessage(null); await new Promise(() => {}); }`,
  ),
  scriptTask('flood', `export default ({ log }) => { for (;;) log.info('x'.repeat(10_000)); }`),
  scriptTask('slow', `export default () => { for (;;); }`, { timeout: 1 }),
  scriptTask(
    'crash',
    `import { execSync } from 'node:child_process';\nexport default () => execSync('kill -9 ' + process.pid)`,
  ),
  scriptTask(
    'waits_for_program',
    `import { execSync } from 'node:child_process';
     export default ({ log }) => { log.info(String(process.pid)); execSync('echo "program $$" >&2; exec sleep 1000', { stdio: 'inherit' }); }`,
  ),
];

test('a script can end neither the application nor another run, and what it prints, uses and starts is bounded', async ({
  start,
  folder,
}) => {
  skipWithout('POSIX');
  await writeFile(join(folder, 'workspace.json'), JSON.stringify({ version: 1, tasks: TASKS }));
  const desktop = await start();
  const { api, run, start: execute, reaches, ended } = liveClient((await desktop.server()).url, KEY);
  const programRun = await execute('waits_for_program');
  const floodRun = await execute('flood');
  const bad = Promise.all(['grow', 'babble', 'slow', 'crash'].map((slug) => run(slug)));
  expect((await run('good')).output).toEqual({ twice: 42 });
  expect((await bad).map((end) => [end.status, end.lines.at(-1)])).toEqual([
    ['Failed', expect.stringContaining('the script ran out of memory: it may use 512 MB')],
    ['Failed', expect.stringContaining('sent an invalid message')],
    ['Cancelled', expect.stringContaining('1 s')],
    ['Failed', expect.stringContaining("the script's process ended before the script did")],
  ]);
  const linesOf = async (runID: string) =>
    (await api.v0.runs.getLogs({ query: { runID } })).logs.map(({ text }) => text);
  // The flood continues until it is cancelled, since the time to fill its log depends on the machine.
  const cutOffs = async () => (await linesOf(floodRun)).filter((line) => line.includes('The log is cut off here'));
  await expect.poll(async () => (await cutOffs()).length).toBe(1);
  await api.v0.runs.cancel({ body: { runID: floodRun } });
  expect((await ended(floodRun)).status).toBe('Cancelled');
  expect(await cutOffs()).toHaveLength(1);

  const pids = async () => (await linesOf(programRun)).flatMap((line) => (/\d+/.exec(line) ?? []).map(Number));
  await expect.poll(async () => (await pids()).length).toBe(2);
  const started = await pids();
  expect(started.map(isAlive)).toEqual([true, true]);
  await reaches(programRun, 'Active');
  await api.v0.runs.cancel({ body: { runID: programRun } });
  expect((await ended(programRun)).status).toBe('Cancelled');
  await expect.poll(() => started.filter(isAlive)).toEqual([]);
  expect((await run('good')).output).toEqual({ twice: 42 });
});

test('the file of a script opens in the editor at the line that failed', async ({ start, folder }) => {
  skipWithout('POSIX');
  const file = join(folder, 'job.mjs');
  await writeFile(file, `export default () => {\n  throw new Error('no');\n};\n`);
  const tasks = [{ slug: 'job', behavior: { kind: 'script', file: 'job.mjs' } }];
  await writeFile(join(folder, 'workspace.json'), JSON.stringify({ version: 1, tasks }));
  const desktop = await start();
  const { start: execute, ended } = liveClient((await desktop.server()).url, KEY);
  const id = await execute('job');
  await ended(id);
  const page = await desktop.page();
  await open(page, `/runs/${id}`);
  await page.getByRole('link', { name: 'job.mjs:2:9' }).first().click();
  await page.getByRole('button', { name: 'Open in editor' }).click();
  await expect.poll(() => readFile(editedList(folder), 'utf8').catch(() => '')).toBe(`--goto ${file}:2\n`);
});
