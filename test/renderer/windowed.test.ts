import './support/dom.ts';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EmulatorEvent } from '../../shared/contract/emulator/events.ts';
import type { RunRow } from '../../shared/contract/emulator/rows.ts';
import { LiveEvents } from '../../renderer/core/data/live-events.ts';
import { ALL_RUNS, type RunSelection } from '../../renderer/core/run/run-selection.ts';
import { windowedRuns } from '../../renderer/core/run/windowed-runs.ts';
import type { Api } from '../../renderer/core/data/api.ts';
import { millisecondsOf } from '../../renderer/ui/text/time.ts';

function run(number: number, change: Partial<RunRow> = {}): RunRow {
  return {
    id: `run${String(number).padStart(6, '0')}`,
    taskID: 'tsk1',
    taskSlug: 'task',
    name: 'Task',
    environment: 'prod',
    sessionID: '',
    parentID: '',
    status: 'Active',
    waiting: false,
    createdAt: `2026-01-01 00:00:00.${String(number).padStart(6, '0')}+00`,
    createdBy: 'usr1',
    activeAt: null,
    endedAt: null,
    origin: { kind: 'api', trafficID: '', webhook: '' },
    failure: '',
    repeats: '',
    values: [],
    held: false,
    ...change,
  };
}

/** A fake server of runs with an event stream. */
class FakeServer {
  runs: RunRow[];
  private stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  private events: EmulatorEvent[] = [];
  readonly live = new LiveEvents(() => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.stream = controller) });
    return new Response(body);
  });
  /** Number of next requests that fail. */
  failures = 0;
  /** The endpoint that a list of runs uses. */
  readonly api = {
    runs: {
      list: ({ query }: { query: { offset: string; limit: string; since?: string } }) => {
        const from = Number(query.offset);
        if (this.failures-- > 0) return Promise.reject(new TypeError('away'));
        const since = Date.parse(query.since ?? '1970-01-01');
        const all = this.runs.filter(({ createdAt }) => millisecondsOf(createdAt) >= since);
        return Promise.resolve({
          runs: all.slice(from, from + Number(query.limit)),
          total: all.length,
        });
      },
    },
  } as unknown as Api;

  constructor(count: number) {
    this.runs = Array.from({ length: count }, (_, index) => run(count - index));
  }

  add(): void {
    const row = run(this.runs.length + 1);
    this.runs = [row, ...this.runs];
    this.events.push({ type: 'run', row });
  }

  finish(index: number): void {
    const before = this.runs[index % Math.max(1, this.runs.length)];
    if (before === undefined) return;
    const row: RunRow = { ...before, status: 'Succeeded' };
    this.runs = this.runs.map((each) => (each.id === row.id ? row : each));
    this.events.push({ type: 'run', row });
  }

  /** Sends the events and waits until the list has applied them and finished its loads. */
  async tick(): Promise<void> {
    const taken = new Promise<void>((resolve) => {
      const stop = this.live.onEvents(() => {
        stop();
        resolve();
      });
    });
    const data = JSON.stringify(this.events.splice(0));
    this.stream?.enqueue(new TextEncoder().encode(`: heartbeat\n\nid: 1\ndata: ${data}\n\n`));
    await taken;
    // Responses are immediate here.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function open(count: number, selection: RunSelection = ALL_RUNS) {
  const server = new FakeServer(count);
  return { server, list: await follow(server, selection) };
}

/** A list that follows a server until the test is over. */
async function follow(server: FakeServer, selection: RunSelection) {
  const list = windowedRuns(server, selection);
  const stop = list.start();
  server.live.start();
  onTestFinished(() => {
    stop();
    server.live.stop();
  });
  await server.tick();
  return list;
}

/** The rows of a range as texts. */
function shown(list: Awaited<ReturnType<typeof open>>['list'], from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => {
    const row = list.at(from + index);
    return row === undefined ? '…' : `${row.id} ${row.status}`;
  });
}

describe('a list of runs of any length', () => {
  test('loads only the pages in view', async () => {
    const { server, list } = await open(100_000);
    expect([list.store.getState().total, ...shown(list, 0, 2), ...shown(list, 50_000, 50_001)]).toEqual([
      100_000,
      'run100000 Active',
      'run099999 Active',
      '…',
    ]);
    list.setVisibleRange(50_000, 50_040);
    await server.tick();
    expect(shown(list, 50_000, 50_001)).toEqual(['run050000 Active']);
  });

  test('requests nothing again after it was stopped, even when a request fails later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = new FakeServer(1000);
    const list = windowedRuns(server, ALL_RUNS);
    const stop = list.start();
    await list.reload();
    const request = vi.spyOn(server.api.runs, 'list').mockRejectedValue(new TypeError('away'));
    list.setVisibleRange(500, 510);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(request).toHaveBeenCalledOnce();
  });

  test('retries a failed page in view', async () => {
    const { server, list } = await open(1000);
    server.failures = 1;
    list.setVisibleRange(600, 640);
    await expect.poll(() => shown(list, 600, 601)).toEqual(['run000400 Active']);
  });

  test('evicts distant pages and loads them again', async () => {
    const { server, list } = await open(6000);
    for (let from = 0; from < 5000; from += 200) {
      list.setVisibleRange(from, from + 40);
      await server.tick();
    }
    expect([...shown(list, 0, 1), ...shown(list, 1000, 1001), ...shown(list, 4800, 4801)]).toEqual([
      'run006000 Active',
      '…',
      'run001200 Active',
    ]);
    server.finish(1000);
    await server.tick();
    list.setVisibleRange(1000, 1040);
    await server.tick();
    expect(shown(list, 1000, 1001)).toEqual(['run005000 Succeeded']);
  });

  test('matches the server after any sequence of events, loads and scrolling', async () => {
    const step = fc.oneof(
      fc.constant({ do: 'add' as const }),
      fc.record({ do: fc.constant('finish' as const), at: fc.nat(700) }),
      fc.record({ do: fc.constant('look' as const), at: fc.nat(600) }),
      fc.record({ do: fc.constant('hold' as const), holding: fc.boolean() }),
      fc.constant({ do: 'tick' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.array(step, { maxLength: 12 }), async (count, steps) => {
        const { server, list } = await open(count);
        for (const each of steps) {
          if (each.do === 'add') server.add();
          else if (each.do === 'finish') server.finish(each.at);
          else if (each.do === 'hold') list.setFrozen(each.holding);
          else if (each.do === 'tick') await server.tick();
          else list.setVisibleRange(each.at, Math.min(each.at + 20, list.store.getState().total));
        }
        await server.tick();
        list.setFrozen(false);
        await server.tick();
        const from = Math.max(0, Math.min(300, server.runs.length - 20));
        list.setVisibleRange(from, from + 20);
        await server.tick();
        const to = Math.min(from + 20, server.runs.length);
        expect([list.store.getState().total, shown(list, from, to)]).toEqual([
          server.runs.length,
          server.runs.slice(from, to).map(({ id, status }) => `${id} ${status}`),
        ]);
      }),
      { numRuns: 25 },
    );
  });

  test('while frozen, rows change in place and new ones are pending', async () => {
    const { server, list } = await open(3);
    list.setFrozen(true);
    server.add();
    server.finish(1);
    await server.tick();
    const held = [list.store.getState().pending, ...shown(list, 0, 3)];
    list.showPending();
    expect([held, shown(list, 0, 4)]).toEqual([
      [1, 'run000003 Succeeded', 'run000002 Active', 'run000001 Active'],
      ['run000004 Active', 'run000003 Succeeded', 'run000002 Active', 'run000001 Active'],
    ]);
  });

  test('while frozen, rows that a reload brings are pending, too', async () => {
    const { server, list } = await open(3);
    list.setFrozen(true);
    server.add();
    await list.reload();
    expect([list.store.getState().pending, ...shown(list, 0, 1)]).toEqual([1, 'run000003 Active']);
    await server.tick();
    server.add();
    await server.tick();
    expect([list.store.getState().pending, ...shown(list, 0, 1)]).toEqual([2, 'run000003 Active']);
  });
});

describe('a list of runs with an advancing time limit', () => {
  /** Runs one millisecond apart; `keepFrom` advances the time limit to a run. */
  async function openAging(count: number) {
    const server = new FakeServer(0);
    server.runs = Array.from({ length: count }, (_, index) => {
      const number = count - index;
      return run(number, { createdAt: `2026-01-01 00:00:0${Math.floor(number / 1000)}.${at(number)}000+00` });
    });
    let oldest = 1;
    const since = () => millisecondsOf(`2026-01-01 00:00:0${Math.floor(oldest / 1000)}.${at(oldest)}000+00`);
    const list = await follow(server, { ...ALL_RUNS, since });
    const total = () => list.store.getState().total;
    return { server, list, total, keepFrom: (number: number) => (oldest = number) };
  }
  const at = (number: number) => String(number % 1000).padStart(3, '0');

  test('drops expired runs, even if they were never loaded', async () => {
    const { server, list, total, keepFrom } = await openAging(500);
    keepFrom(101);
    await expect.poll(total).toBe(400);
    server.finish(0);
    list.setVisibleRange(300, 400);
    await server.tick();
    expect([...shown(list, 0, 2), ...shown(list, 398, 400)]).toEqual([
      'run000500 Succeeded',
      'run000499 Active',
      'run000102 Active',
      'run000101 Active',
    ]);
  });

  test('moves no row in view while frozen', async () => {
    const { list, total, keepFrom } = await openAging(9);
    list.setVisibleRange(0, 4);
    list.setFrozen(true);
    keepFrom(8);
    await expect.poll(total).toBe(4);
    expect(shown(list, 3, 4)).toEqual(['run000006 Active']);
    list.setFrozen(false);
    await expect.poll(total).toBe(2);
  });
});
