import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../../electron/emulator/behaviors/processes.ts';
import { liveClient, scriptTask } from '../support/live-client.ts';
import { KEY } from './support/driver.ts';
import { expect, test } from './support/desktop.ts';

const TASKS = [
  scriptTask('good', `export default ({ params }) => ({ twice: 2 * params.n })`, {
    parameters: [{ slug: 'n', type: 'integer', default: 21 }],
  }),
  scriptTask('grow', `export default () => { const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1)); }`),
  scriptTask(
    'babble',
    `import { parentPort } from 'node:worker_threads';\nexport default async () => { parentPort.postMessage(null); await new Promise(() => {}); }`,
  ),
  scriptTask('flood', `export default ({ log }) => { for (;;) log.info('x'.repeat(10_000)); }`, { timeout: 8 }),
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
  await writeFile(join(folder, 'workspace.json'), JSON.stringify({ version: 1, tasks: TASKS }));
  const desktop = await start();
  const { api, run, start: execute, reaches, ended } = liveClient((await desktop.server()).url, KEY);
  const programRun = await execute('waits_for_program');
  const bad = Promise.all(['grow', 'babble', 'flood', 'crash'].map((slug) => run(slug)));
  expect((await run('good')).output).toEqual({ twice: 42 });
  const [grow, babble, flood, crash] = await bad;
  expect([grow, babble, flood, crash].map((end) => [end?.status, end?.lines.at(-1)])).toEqual([
    ['Failed', expect.stringContaining('the script ran out of memory: it may use 512 MB')],
    ['Failed', expect.stringContaining('sent an invalid message')],
    ['Cancelled', expect.stringContaining('8 s')],
    ['Failed', expect.stringContaining("the script's process ended before the script did")],
  ]);
  expect(flood?.lines.filter((line) => line.includes('The log is cut off here'))).toHaveLength(1);

  const pids = async () =>
    (await api.v0.runs.getLogs({ query: { runID: programRun } })).logs.flatMap(({ text }) =>
      (/\d+/.exec(text) ?? []).map(Number),
    );
  await expect.poll(async () => (await pids()).length).toBe(2);
  const started = await pids();
  expect(started.map(isAlive)).toEqual([true, true]);
  await reaches(programRun, 'Active');
  await api.v0.runs.cancel({ body: { runID: programRun } });
  expect((await ended(programRun)).status).toBe('Cancelled');
  await expect.poll(() => started.filter(isAlive)).toEqual([]);
  expect((await run('good')).output).toEqual({ twice: 42 });
});
