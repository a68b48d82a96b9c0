import { expect, test } from 'vitest';
import { isAlive } from '../../../electron/emulator/platform/processes.ts';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { liveClient, scriptTask } from '../../support/live.ts';
import { builtProgram } from '../../support/built-program.ts';
import { serve } from '../../support/program.ts';
import { until } from '../../support/until.ts';
import { skipWithout } from '../../support/needs.ts';

const { dataWith, home } = builtProgram();

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [{ key: 'tkn_test' }],
  tasks: [
    {
      slug: 'command',
      behavior: {
        kind: 'command',
        command: ['sh', '-c', 'sleep 1000 & echo $$ $!; setsid sleep 1000 & echo $!; wait'],
      },
    },
    scriptTask(
      'script',
      `import { spawn } from 'node:child_process';
       export default async ({ log }) => {
         log.info(String(spawn('sleep', ['1000']).pid));
         await new Promise(() => {});
       };`,
    ),
    scriptTask('loop', `export default ({ log }) => { log.info(String(process.pid)); for (;;); }`),
  ],
};

test('after kill -9, runs of scripts and commands are failed at the next start, and nothing that they had started is left running', async (context) => {
  skipWithout(context, 'POSIX', 'Linux');
  const args = dataWith(WORKSPACE);
  const surroundings = { env: home() };

  const first = await serve(args, surroundings);
  const before = liveClient(first.ready.url, 'tkn_test');
  const runs = await Promise.all(WORKSPACE.tasks!.map(({ slug }) => before.start(slug)));
  const pids: number[] = [];
  for (const [index, lines] of [2, 1, 1].entries()) {
    const query = { runID: runs[index]! };
    let { logs } = await before.api.v0.runs.getLogs({ query });
    while (logs.length < lines) ({ logs } = await before.api.v0.runs.getLogs({ query }));
    pids.push(...logs.flatMap(({ text }) => text.split(' ').map(Number)).filter((pid) => pid > 0));
  }
  const alive = pids.filter(isAlive);
  await first.stop('SIGKILL');

  const second = await serve(args, surroundings);
  const after = liveClient(second.ready.url, 'tkn_test');
  const ends = await Promise.all(runs.map((id) => after.ended(id)));
  // The system may take a moment to forget a killed process.
  await until(() => !pids.some(isAlive));
  await second.stop();

  expect({ alive: alive.length, ends: ends.map(({ status, output }) => ({ status, output })) }).toEqual({
    alive: 5,
    ends: runs.map(() => ({ status: 'Failed', output: { error: 'interrupted by restart' } })),
  });
});
