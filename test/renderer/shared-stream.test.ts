import { expect, onTestFinished, test } from 'vitest';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import { LiveEvents } from '../../renderer/core/data/live-events.ts';
import { streamOver } from '../../renderer/core/data/page-stream.ts';
import { SharedStream } from '../../renderer/core/data/shared-stream.ts';

const ignore: (text: string) => void = () => undefined;

/** A server whose streams a test writes. */
class Server {
  readonly connections: { url: string; lastEventID: string; isClosed: boolean; send: (text: string) => void }[] = [];
  status = 200;
  #end: (() => void) | undefined;

  readonly open = (url: string, init: { headers: Record<string, string>; signal: AbortSignal }): Response => {
    if (this.status !== 200) return new Response(null, { status: this.status });
    const encoder = new TextEncoder();
    const lastEventID = init.headers['last-event-id'] ?? '';
    const connection = { url, lastEventID, isClosed: false, send: ignore };
    this.connections.push(connection);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        connection.send = (text) => controller.enqueue(encoder.encode(text));
        this.#end = () => controller.close();
        init.signal.addEventListener('abort', () => {
          connection.isClosed = true;
          controller.error(new Error('aborted'));
        });
      },
    });
    return new Response(body);
  };

  /** Sends an event with an ID over the latest connection. */
  send(id: string, event: EmulatorEvent): void {
    this.connections.at(-1)?.send(`id: ${id}\ndata: ${JSON.stringify([event])}\n\n`);
  }

  sendLog(runID: string): void {
    this.connections.at(-1)?.send(`data: ${JSON.stringify([{ type: 'logs', runID, lines: [] }])}\n\n`);
  }

  /** The server goes away. */
  end(): void {
    this.#end?.();
  }

  /** The URLs of the connections that are open. */
  get openURLs(): string[] {
    return this.connections.filter(({ isClosed }) => !isClosed).map(({ url }) => url);
  }
}

interface Tab {
  readonly live: LiveEvents;
  readonly seen: string[];
  reloads: number;
}

/** Opens a tab of the browser whose shared worker has this stream. */
async function openTab(shared: SharedStream): Promise<Tab> {
  const live = new LiveEvents((url, init) => {
    const { port1, port2 } = new MessageChannel();
    shared.connect(port1);
    return streamOver(port2, url, init);
  });
  const tab: Tab = { live, seen: [], reloads: 0 };
  live.onEvents((events) => void tab.seen.push(...events.map(({ type }) => type)));
  live.onReload(() => void (tab.reloads += 1));
  live.start();
  onTestFinished(() => live.stop());
  await expect.poll(() => live.connection.getState().connection).toBe('open');
  return tab;
}

test('all tabs are told every event over one connection', async () => {
  const server = new Server();
  const shared = new SharedStream(server.open);
  const tabs = await Promise.all(Array.from({ length: 10 }, () => openTab(shared)));
  server.send('a-1', { type: 'held' });
  await expect.poll(() => tabs.map(({ seen }) => seen)).toEqual(tabs.map(() => ['held']));
  expect(server.connections).toHaveLength(1);
});

test('when the tab that opened the stream closes, the others keep it; the last one closes it', async () => {
  const server = new Server();
  const shared = new SharedStream(server.open);
  const [first, second] = [await openTab(shared), await openTab(shared)];
  first.live.stop();
  server.send('a-1', { type: 'held' });
  await expect.poll(() => second.seen).toEqual(['held']);
  expect([server.connections.length, second.reloads]).toEqual([1, 1]);
  second.live.stop();
  await expect.poll(() => server.openURLs).toEqual([]);
});

test('the logs that tabs follow come over one connection, which goes on where the one before ended', async () => {
  const server = new Server();
  const shared = new SharedStream(server.open);
  const [one, two, none] = [await openTab(shared), await openTab(shared), await openTab(shared)];
  server.send('a-7', { type: 'held' });
  await expect.poll(() => none.seen).toEqual(['held']);
  one.live.follow('run1', () => undefined);
  await expect.poll(() => server.openURLs).toEqual(['/_emulator/events?run=run1']);
  two.live.follow('run2', () => undefined);
  await expect.poll(() => server.openURLs).toEqual(['/_emulator/events?run=run1%2Crun2']);
  server.sendLog('run1');
  server.send('a-8', { type: 'findings' });
  await expect.poll(() => one.seen).toEqual(['held', 'logs', 'findings']);
  await expect.poll(() => none.seen).toEqual(['held', 'findings']);
  expect(server.connections.map(({ lastEventID }) => lastEventID)).toEqual(['', 'a-7', 'a-7']);
  expect([one, two, none].map(({ reloads }) => reloads)).toEqual([1, 1, 1]);
});

test('when the server ends the stream, each tab loads anew, over one connection', async () => {
  const server = new Server();
  const shared = new SharedStream(server.open);
  const tabs = [await openTab(shared), await openTab(shared)];
  server.send('a-1', { type: 'held' });
  await expect.poll(() => tabs.map(({ seen }) => seen.length)).toEqual([1, 1]);
  server.end();
  await expect.poll(() => tabs.map(({ reloads }) => reloads)).toEqual([2, 2]);
  expect(server.connections.map(({ lastEventID }) => lastEventID)).toEqual(['', '']);
});

test('a tab that is shown again goes on where it was, or loads anew when too much has passed', async () => {
  const server = new Server();
  const shared = new SharedStream(server.open);
  const [kept, other] = [await openTab(shared), await openTab(shared)];
  server.send('a-0', { type: 'held' });
  await expect.poll(() => kept.seen).toEqual(['held']);
  for (const missed of [1, 30]) {
    const reloads = kept.reloads;
    const seen = kept.seen.length;
    const before = other.seen.length;
    // Both tabs are of one document here: each event is for the one that has not left.
    kept.live.suspend();
    for (let index = 0; index < missed; index += 1) server.send(`${missed}-${index}`, { type: 'findings' });
    await expect.poll(() => other.seen.length).toBe(before + missed);
    globalThis.dispatchEvent(new Event('pageshow'));
    if (missed === 1) await expect.poll(() => kept.seen.slice(seen)).toEqual(['findings']);
    else await expect.poll(() => kept.reloads).toBe(reloads + 1);
  }
  expect([server.connections.length, other.reloads]).toEqual([1, 1]);
});

test('a tab learns that the server asks for the token', async () => {
  const server = new Server();
  server.status = 401;
  const { port1, port2 } = new MessageChannel();
  new SharedStream(server.open).connect(port1);
  const answer = await streamOver(port2, '/_emulator/events', { headers: {}, signal: new AbortController().signal });
  expect(answer.status).toBe(401);
});
