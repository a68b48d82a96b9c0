import { expect, test } from 'vitest';
import { testEmulator } from '../../support/emulator.ts';

test('an advance of the clock runs at most 10,000 items in one call', async () => {
  const behavior = { kind: 'steps' as const, startDelaySeconds: 5, steps: [] };
  const { api, send } = await testEmulator({ tasks: [{ slug: 'many', concurrency: 1000, behavior }] });
  await send('/_emulator/clock', { method: 'PUT', body: { state: 'frozen' } });
  for (let i = 0; i < 10_050; i++) await api.v0.tasks.execute({ body: { slug: 'many' } });
  const first = await api.emulator.clock.advance({ body: { seconds: 60 } });
  const rest = await api.emulator.clock.advance({ body: { seconds: 60 } });
  expect([first.events.length, first.more, rest.events.length, rest.more]).toEqual([10_000, true, 50, false]);
});
