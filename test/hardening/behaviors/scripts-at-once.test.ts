import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../shared/values/json.ts';
import { scriptTask, startLive } from '../../support/live.ts';
import { steps } from '../../support/steps.ts';

test('40 script runs started together all finish, and the server misses no request meanwhile', async () => {
  const live = await startLive({
    tasks: [
      scriptTask('many', 'export default async ({ params, sleep }) => { await sleep(0.01); return params.n; }', {
        parameters: [{ slug: 'n', type: 'integer' }],
        concurrency: 100,
      }),
      { slug: 'quick', behavior: steps({ do: 'output', value: 1 }) },
    ],
  });
  onTestFinished(() => live.emulator.stop());
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  let over = false;
  const runs = Promise.all(numbers.map((n) => live.run('many', { n }))).finally(() => (over = true));
  const meanwhile: JsonObject[] = [];
  while (!over) {
    meanwhile.push((await live.run('quick')).output);
    await setTimeout(20);
  }
  expect((await runs).map(({ output }) => output)).toEqual(numbers.map((output) => ({ output })));
  expect(meanwhile).toEqual(meanwhile.map(() => ({ output: 1 })));
});
