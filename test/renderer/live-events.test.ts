import { expect, onTestFinished, test, vi } from 'vitest';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { LiveEvents } from '../../renderer/core/data/live-events.ts';

test('events that a window has not shown yet are forgotten with their server, of which the next one knows nothing', async () => {
  // The delay before events are shown does not pass, whatever else the machine does.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const live = new LiveEvents(
    () => new Response(new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })),
  );
  const send = (event: object): void =>
    streams.at(-1)?.enqueue(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify([event])}\n\n`));
  const seen: EmulatorEvent[] = [];
  let reloads = 0;
  live.onEvents((events) => void seen.push(...events));
  live.onReload(() => void (reloads += 1));
  live.start();
  onTestFinished(() => live.stop());
  await until(() => reloads === 1);
  send({ type: 'trafficCleared', of: 'the first server' });
  await until(() => vi.getTimerCount() > 0);
  streams[0]?.close();
  await until(() => live.connection.getState().connection === 'lost');
  live.retry();
  await until(() => reloads === 2);
  send({ type: 'trafficCleared', of: 'the second server' });
  await settled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual([{ type: 'trafficCleared', of: 'the second server' }]);
});

/** Waits for work that needs no timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((resolve) => setImmediate(resolve));
}
