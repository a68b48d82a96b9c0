import './support/dom.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { LiveEvents } from '../../renderer/core/data/live-events.ts';

test('events that a window has not shown yet are forgotten with their server, of which the next one knows nothing', async () => {
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
  // As a window does until it is drawn.
  live.pause();
  live.start();
  onTestFinished(() => live.stop());
  await vi.waitFor(() => expect(reloads).toBe(1));
  send({ type: 'trafficCleared', of: 'the first server' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  streams[0]?.close();
  await vi.waitFor(() => expect(reloads).toBe(2));
  live.resume();
  send({ type: 'trafficCleared', of: 'the second server' });
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
  expect(seen).toEqual([{ type: 'trafficCleared', of: 'the second server' }]);
});
