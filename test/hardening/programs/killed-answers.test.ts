import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { inProcess } from '../../support/in-process.ts';
import { serve } from '../../support/program.ts';
import { until } from '../../support/until.ts';

const NOW = '2030-01-01T00:00:00Z';
const { launch } = inProcess();
const { folder, home } = builtProgram();

/** A prompt after a wait of an hour. */
const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [{ name: 'local', key: 'tkn_local' }],
  tasks: [
    {
      slug: 'asks',
      timeout: 36_000,
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'wait', seconds: 3600 },
          { do: 'prompt', description: 'Go on?' },
        ],
      },
    },
  ],
  answers: [{ slug: 'go_on', skip: 1, times: 1, afterSeconds: 3600 }],
};

async function send(url: string, path: string, body?: object): Promise<never> {
  const headers = { 'X-Service-API-Key': 'tkn_local' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return (await (await fetch(url + path, init)).json()) as never;
}

async function execute(url: string): Promise<string> {
  return (await send(url, '/v0/tasks/execute', { slug: 'asks' }))['runID'];
}

interface Status {
  readonly status: string;
  readonly succeededAt: string | null;
}

async function statusOf(url: string, runID: string): Promise<Status> {
  const { status, succeededAt }: Status = await send(url, `/v0/runs/get?id=${runID}`);
  return { status, succeededAt };
}

const WAITS = { status: 'Active', succeededAt: null };

test('a due answer comes at its time after kill -9, with a frozen clock; runtime rules are gone', async () => {
  const workspace = join(folder(), 'answers.json');
  await writeFile(workspace, JSON.stringify(WORKSPACE));
  const args = ['--data', join(folder(), 'answers'), '--workspace', workspace];
  const first = await serve([...args, '--now', NOW, '--freeze'], { env: home() });
  const { url } = first.ready;
  await send(url, '/_emulator/answers', { slug: 'runtime', match: { task: 'other' } });
  const runIDs = [await execute(url), await execute(url)];
  await send(url, '/_emulator/clock/advance', { seconds: 3700 });
  const { upcoming }: { upcoming: { kind: string; runID: string }[] } = await send(url, '/_emulator/clock');
  const { items }: { items: object[] } = await send(url, '/_emulator/answers');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await serve(args, { env: home() });
  const again = second.ready.url;
  expect(upcoming.filter(({ kind }) => kind === 'answer').map(({ runID }) => runID)).toEqual([runIDs[1]]);
  expect(items).toMatchObject([{ slug: 'go_on', matched: 2, applied: 1, completed: true }, { slug: 'runtime' }]);
  expect(await send(again, '/_emulator/answers')).toEqual({ items: items.slice(0, 1) });
  expect(((await send(again, '/_emulator/clock'))['upcoming'] as { kind: string }[]).map(({ kind }) => kind)).toContain(
    'answer',
  );
  await send(again, '/_emulator/clock/advance', { seconds: 3499 });
  expect(await statusOf(again, runIDs[1] ?? '')).toEqual(WAITS);
  await send(again, '/_emulator/clock/advance', { seconds: 60 });
  const { status, succeededAt } = await statusOf(again, runIDs[1] ?? '');
  expect([status, succeededAt?.slice(0, 19)]).toEqual(['Succeeded', '2030-01-01 02:00:00']);
  expect(await statusOf(again, runIDs[0] ?? '')).toEqual(WAITS);
  await second.stop();
});

test('skipped waits do not bring an answer forward; an advance does', async () => {
  const emulator = await launch({ workspace: WORKSPACE, clock: { now: NOW, autoSkip: true } });
  const { url } = emulator;
  await emulator.answers.replace('go_on', { slug: 'go_on', afterSeconds: 1800 });
  const runID = await execute(url);
  // Without requests, which would keep the clock from skipping.
  await until(() => emulator.answers.list()[0]?.matched === 1);
  const other = await execute(url);
  await until(() => emulator.answers.list()[0]?.matched === 2);
  // Changed rules work out anew when answers are due.
  await emulator.answers.add({ slug: 'unrelated', match: { task: 'other' } });
  expect([await statusOf(url, runID), await statusOf(url, other)]).toEqual([WAITS, WAITS]);
  await emulator.clock.advance({ seconds: 1801 });
  expect((await statusOf(url, other)).status).toBe('Succeeded');
  expect(emulator.answers.list()).toMatchObject([
    { slug: 'go_on', applied: 2, lastProblem: null },
    { slug: 'unrelated' },
  ]);
  await emulator.answers.remove('unrelated');
  emulator.answers.restart();
  expect(emulator.answers.list()).toMatchObject([{ slug: 'go_on', applied: 0 }]);
});
