import { render } from './support/render.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import type { RunRow } from '../../shared/contract/emulator/rows.ts';
import { createHangar } from '../../renderer/core/data/create-hangar.ts';
import { HangarProvider } from '../../renderer/core/data/hangar.ts';
import { type LongList, useLongList } from '../../renderer/core/data/long-list.ts';
import { runList } from '../../renderer/core/run/run-list.ts';
import { fc } from '../support/properties.ts';
import { runRow } from './support/rows.ts';

const run = (number: number): RunRow =>
  runRow({ id: `run${String(number).padStart(6, '0')}`, status: 'Active', endedAt: null });

/** A fake server of runs with an event stream. */
class FakeServer {
  runs: readonly RunRow[];
  /** Number of next requests that fail. */
  failures = 0;
  /** The offsets that were asked for. */
  readonly asked: number[] = [];
  private made: number;
  private stream: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(count: number) {
    this.runs = Array.from({ length: count }, (_, index) => run(count - index));
    this.made = count;
  }

  readonly fetch = (url: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://hangar');
    if (pathname === '/_emulator/events') {
      return Promise.resolve(new Response(new ReadableStream({ start: (stream) => void (this.stream = stream) })));
    }
    const from = Number(searchParams.get('offset'));
    this.asked.push(from);
    if (this.failures-- > 0) return Promise.resolve(Response.json({ error: 'Out of order' }, { status: 503 }));
    const runs = this.runs.slice(from, from + Number(searchParams.get('limit')));
    return Promise.resolve(Response.json({ runs, total: this.runs.length }));
  };

  add(): void {
    const row = run(++this.made);
    this.runs = [row, ...this.runs];
    this.send({ type: 'run', row });
  }

  finish(index: number): void {
    const before = this.runs[index % Math.max(1, this.runs.length)];
    if (before === undefined) return;
    const row: RunRow = { ...before, status: 'Succeeded' };
    this.runs = this.runs.map((each) => (each.id === row.id ? row : each));
    this.send({ type: 'run', row });
  }

  /** Forgets all runs, as a reset does. */
  reset(): void {
    this.runs = [];
    this.send({ type: 'reset' });
  }

  /** Texts of the rows of a range. */
  rows(from: number, to: number): string[] {
    return this.runs.slice(from, to).map(({ id, status }) => `${id} ${status}`);
  }

  private send(event: EmulatorEvent): void {
    this.stream?.enqueue(new TextEncoder().encode(`id: 1\ndata: ${JSON.stringify([event])}\n\n`));
  }
}

/** Shows a list of the server's runs until the test is over. */
async function open(count: number) {
  const server = new FakeServer(count);
  const hangar = createHangar(server.fetch, undefined, localStorage);
  let latest: LongList<RunRow> | undefined;
  const Probe = () => {
    latest = useLongList(runList(hangar.api));
    return null;
  };
  hangar.live.start();
  const { unmount } = render(
    <HangarProvider value={hangar}>
      <Probe />
    </HangarProvider>,
  );
  const close = () => {
    unmount();
    hangar.live.stop();
  };
  onTestFinished(close);
  const list = () => {
    if (latest === undefined) throw new Error('The list is not shown');
    return latest;
  };
  /** Texts of the shown rows of a range. */
  const shown = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const row = list().at(from + index);
      return row === undefined ? '…' : `${row.id} ${row.status}`;
    });
  await expect.poll(() => list().loaded).toBe(true);
  return { server, list, shown, close };
}

describe('a list of any length', () => {
  test('loads only the pages in view', async () => {
    const { server, list, shown } = await open(20_000);
    expect([list().count, ...shown(0, 2), ...shown(10_000, 10_001)]).toEqual([
      20_000,
      'run020000 Active',
      'run019999 Active',
      '…',
    ]);
    list().setFrozen(true);
    list().onRange(10_190, 10_210);
    await expect.poll(() => shown(10_190, 10_210)).toEqual(server.rows(10_190, 10_210));
    expect(server.asked).toEqual([0, 10_000, 10_200]);
  });

  test('loads a page that failed again when it comes back into view', async () => {
    const { server, list, shown } = await open(1000);
    list().setFrozen(true);
    await expect.poll(() => shown(0, 1)).toEqual(server.rows(0, 1));
    server.failures = 1;
    list().onRange(600, 640);
    await expect.poll(() => server.asked).toEqual([0, 600]);
    list().onRange(0, 40);
    await expect.poll(() => shown(0, 1)).toEqual(server.rows(0, 1));
    list().onRange(600, 640);
    await expect.poll(() => shown(600, 601)).toEqual(server.rows(600, 601));
  });

  test('matches the server after any sequence of events, loads and scrolling', async () => {
    const step = fc.oneof(
      fc.constant({ do: 'add' as const }),
      fc.record({ do: fc.constant('finish' as const), at: fc.nat(700) }),
      fc.record({ do: fc.constant('look' as const), at: fc.nat(600) }),
      fc.record({ do: fc.constant('freeze' as const), isFrozen: fc.boolean() }),
      fc.constant({ do: 'wait' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.array(step, { maxLength: 12 }), async (count, steps) => {
        const { server, list, shown, close } = await open(count);
        for (const each of steps) {
          if (each.do === 'add') server.add();
          else if (each.do === 'finish') server.finish(each.at);
          else if (each.do === 'freeze') list().setFrozen(each.isFrozen);
          else if (each.do === 'look') list().onRange(each.at, each.at + 20);
          else await new Promise((resolve) => setTimeout(resolve, 60));
        }
        list().setFrozen(false);
        list().onRange(0, 20);
        await expect
          .poll(() => [list().count, ...shown(0, 20)])
          .toEqual([server.runs.length, ...Object.assign(new Array(20).fill('…'), server.rows(0, 20))]);
        list().setFrozen(true);
        const from = Math.max(0, Math.min(300, server.runs.length - 20));
        const to = Math.min(from + 20, server.runs.length);
        list().onRange(from, to);
        await expect.poll(() => shown(from, to)).toEqual(server.rows(from, to));
        close();
      }),
      { numRuns: 15 },
    );
  });
});

describe('a frozen list', () => {
  test('changes its rows in place, and keeps new ones pending until they are shown', async () => {
    const { server, list, shown } = await open(3);
    list().setFrozen(true);
    server.add();
    server.finish(1);
    await expect
      .poll(() => [list().pending, list().total, ...shown(0, 3)])
      .toEqual([1, 4, 'run000003 Succeeded', 'run000002 Active', 'run000001 Active']);
    list().showPending();
    await expect.poll(() => [list().pending, ...shown(0, 4)]).toEqual([0, ...server.rows(0, 4)]);
    server.add();
    await expect.poll(() => list().pending).toBe(1);
    expect(list().count).toBe(4);
  });

  test('loads the rows below the ones it shows, however many came on top', async () => {
    const { server, list, shown } = await open(1000);
    const before = server.rows(0, 1000);
    list().setFrozen(true);
    for (let count = 0; count < 5; count += 1) server.add();
    await expect.poll(() => list().pending).toBe(5);
    list().onRange(600, 640);
    await expect.poll(() => shown(600, 640)).toEqual(before.slice(600, 640));
  });

  test('shows what there is after a reset', async () => {
    const { server, list, shown } = await open(3);
    list().setFrozen(true);
    await expect.poll(() => list().count).toBe(3);
    server.reset();
    await expect.poll(() => list().count).toBe(0);
    server.add();
    await expect.poll(() => [list().count, list().pending, ...shown(0, 1)]).toEqual([1, 0, 'run000004 Active']);
  });
});
