import { expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const tasks = [
  { slug: 'fails', behavior: steps({ do: 'log', text: 'first' }, { do: 'fail', message: 'no stock' }) },
  { slug: 'has_output', behavior: steps({ do: 'output', value: { a: 1 } }, { do: 'fail', message: 'after all' }) },
  { slug: 'throws', behavior: steps({ do: 'output', value: '{{ params.a.b.c }}' }) },
  { slug: 'parent', behavior: steps({ do: 'execute', task: 'fails' }) },
  { slug: 'asks', behavior: steps({ do: 'prompt' }, { do: 'log', text: 'never' }) },
  { slug: 'slow', timeout: 2, behavior: steps({ do: 'log', text: 'waiting' }, { do: 'wait', seconds: 60 }) },
  { slug: 'unlucky', behavior: { ...steps(), failureRate: 1 } },
];

/** Level and text of the last line, without debug lines. */
async function lastLine({ api }: TestEmulator, runID: string): Promise<unknown> {
  const last = (await api.v0.runs.getLogs({ query: { runID } })).logs.at(-1);
  return [last?.level, last?.text];
}

test.each([
  ['fails', 'Run failed: no stock.'],
  ['has_output', 'Run failed: after all.'],
  ['throws', 'Run failed: “params.a.b.c”: cannot read “b” of undefined.'],
  ['unlucky', 'Run failed: simulated failure (failureRate 1).'],
])('a failed run logs the reason in a last line of level error: %s', async (slug, text) => {
  const hangar = await testEmulator({ tasks });
  expect(await lastLine(hangar, await hangar.execute(slug))).toEqual(['error', text]);
});

test('a parent names the failed child with its ID', async () => {
  const hangar = await testEmulator({ tasks });
  const id = await hangar.execute('parent');
  const { childRunIDs } = await hangar.api.v0.runs.get({ query: { id } });
  expect(await lastLine(hangar, id)).toEqual([
    'error',
    `Run failed: fails (${childRunIDs[0] ?? ''}) failed: no stock.`,
  ]);
});

test('a run whose prompt is cancelled logs that', async () => {
  const hangar = await testEmulator({ tasks });
  const runID = await hangar.execute('asks');
  const { prompts } = await hangar.api.v0.prompts.list({ query: { runID } });
  await hangar.api.v0.prompts.cancel({ body: { id: prompts[0]?.id ?? '' } });
  await hangar.clock.advance(0);
  expect(await lastLine(hangar, runID)).toEqual(['error', 'Run failed: prompt was cancelled.']);
});

test('a run that is cancelled or times out logs that in a last line of level warning', async () => {
  const hangar = await testEmulator({ tasks });
  const cancelled = await hangar.execute('slow');
  await hangar.api.v0.runs.cancel({ body: { runID: cancelled } });
  const late = await hangar.execute('slow');
  await hangar.clock.advance(3);
  expect([await lastLine(hangar, cancelled), await lastLine(hangar, late)]).toEqual([
    ['warning', expect.stringMatching(/^Run was cancelled by API user /)],
    ['warning', 'Run exceeded its timeout of 2 s and was cancelled.'],
  ]);
});
