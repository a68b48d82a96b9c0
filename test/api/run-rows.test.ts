import { expect, test } from 'vitest';
import type { RunRow } from '../../shared/contract/emulator/rows.ts';
import { testEmulator } from '../support/emulator.ts';

test('a row of a run has its first three parameter values as short texts, in the declared order', async () => {
  const long = 'x'.repeat(500);
  const { send } = await testEmulator({
    tasks: [
      {
        slug: 'refund',
        parameters: [
          { slug: 'order_id' },
          { slug: 'amount', type: 'integer' },
          { slug: 'lines', type: 'json' },
          { slug: 'note' },
        ],
      },
      { slug: 'bare' },
    ],
  } as never);
  const paramValues = { note: 'fourth', lines: ['a', 'b'], amount: 240, order_id: long };
  expect((await send('/v0/tasks/execute', { body: { slug: 'refund', paramValues } })).status).toBe(200);
  await send('/v0/tasks/execute', { body: { slug: 'bare' } });
  const { runs } = (await send('/_emulator/runs')).json as { runs: RunRow[] };
  expect(runs.map(({ taskSlug, values }) => [taskSlug, values])).toEqual([
    ['bare', []],
    [
      'refund',
      [
        ['order_id', 'x'.repeat(60)],
        ['amount', '240'],
        ['lines', '{…}'],
      ],
    ],
  ]);
});
