import { expect, test } from 'vitest';
import { inProcess } from '../../support/in-process.ts';
import { liveClient } from '../../support/live.ts';
import { steps } from '../../support/steps.ts';
import { until } from '../../support/until.ts';

const { launch } = inProcess();

const ASKS = steps({ do: 'wait', seconds: 3600 }, { do: 'prompt', description: 'Go on?' });

test('skipped waits do not bring an answer forward; an advance does', async () => {
  const emulator = await launch({
    workspace: {
      version: 1,
      apiKeys: [{ key: 'tkn_test' }],
      tasks: [{ slug: 'asks', timeout: 36_000, behavior: ASKS }],
      answers: [{ slug: 'go_on', afterSeconds: 1800 }],
    },
    clock: { now: '2030-01-01T00:00:00Z', autoSkip: true },
  });
  const { start, api } = liveClient(emulator.url, 'tkn_test');
  const statusOf = async (id: string) => (await api.v0.runs.get({ query: { id } })).status;
  const runID = await start('asks');
  // Without requests, which would keep the clock from skipping.
  await until(() => emulator.answers.list()[0]?.matched === 1);
  const other = await start('asks');
  await until(() => emulator.answers.list()[0]?.matched === 2);
  // Changed rules work out anew when answers are due.
  await emulator.answers.add({ slug: 'unrelated', match: { task: 'other' } });
  expect([await statusOf(runID), await statusOf(other)]).toEqual(['Active', 'Active']);
  await emulator.clock.advance({ seconds: 1801 });
  expect(await statusOf(other)).toBe('Succeeded');
  expect(emulator.answers.list()).toMatchObject([
    { slug: 'go_on', applied: 2, lastProblem: null },
    { slug: 'unrelated' },
  ]);
  await emulator.answers.remove('unrelated');
  emulator.answers.restart();
  expect(emulator.answers.list()).toMatchObject([{ slug: 'go_on', applied: 0 }]);
});
