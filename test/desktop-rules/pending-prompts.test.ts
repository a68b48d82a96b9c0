import { expect, onTestFinished, test } from 'vitest';
import {
  type Pending,
  type PendingPrompts,
  pendingText,
  watchPrompts,
} from '../../electron/desktop/pending-prompts.ts';
import { testEmulator } from '../support/emulator.ts';
import { HELD, heldRun } from '../support/held-run.ts';

const PAY = 'tskpay00000000000000';

test('pending items are reported at the start and after changes, requests before prompts, with new ones apart', async () => {
  const hangar = await testEmulator({
    tasks: [
      { slug: 'asks', name: 'Ask', behavior: { kind: 'steps', steps: [{ do: 'prompt', description: 'Go on?\nNow' }] } },
      { slug: 'silent', name: 'Silent', behavior: { kind: 'steps', steps: [{ do: 'prompt' }] } },
      { slug: 'holds', behavior: HELD },
      { id: PAY, slug: 'pay', name: 'Pay out', requireRequests: true },
    ],
  });
  const { runtime } = hangar.withKey((await heldRun(hangar.api, 'holds')).key);
  const request = async (reason: string) =>
    (await runtime.requests.create({ body: { triggerID: `trg${PAY}`, reason } })).triggerRequestID;
  await hangar.api.v0.tasks.execute({ body: { slug: 'asks' } });
  const told: PendingPrompts[] = [];
  onTestFinished(
    watchPrompts({ engine: hangar.engine, subscribe: hangar.ports.subscribe }, (pending) => told.push(pending)),
  );
  const titles = (pending: readonly Pending[] = []) => pending.map(({ title, name }) => `${title} – ${name}`);
  const last = () => [titles(told.at(-1)?.all), titles(told.at(-1)?.added)];
  expect(last()).toEqual([['Go on? – Ask'], []]);

  const id = await request('Invoice 7');
  await expect.poll(last).toEqual([['Invoice 7 – Pay out', 'Go on? – Ask'], ['Invoice 7 – Pay out']]);
  await hangar.api.emulator.requests.reject({ params: { id }, body: {} });
  await expect.poll(last).toEqual([['Go on? – Ask'], []]);
  await hangar.api.v0.tasks.execute({ body: { slug: 'silent' } });
  await expect
    .poll(last)
    .toEqual([['Go on? – Ask', 'Silent waits for you – Silent'], ['Silent waits for you – Silent']]);
  await request('');
  await expect.poll(() => last()[1]).toEqual(['Pay out needs an approval – Pay out']);
});

const NOUNS = { p: 'prompt', r: 'request' } as const;

test.each([
  [[], 'No pending prompts'],
  [['p'], '1 pending prompt'],
  [['r'], '1 pending request'],
  [['p', 'p'], '2 pending prompts'],
  [['r', 'r'], '2 pending requests'],
  [['r', 'p', 'p'], '3 pending requests and prompts'],
] as const)('%j is "%s"', (nouns, text) => {
  const pending = nouns.map((noun, index) => ({
    ...{ id: String(index), noun: NOUNS[noun], title: '', name: '', environment: '' },
  }));
  expect(pendingText(pending)).toBe(text);
});
