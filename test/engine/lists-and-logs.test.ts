import { describe, expect, it } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { startEngine, taskOf } from '../support/engine.ts';
import type { RunListQuery } from '../../electron/emulator/engine/runs/run-operations.ts';
import { formatTimestamp, parseRfc3339, parseRfc3339Up } from '../../shared/values/timestamp.ts';

/** No filter of the window's list. */
const EVERY_ROW = {
  ...{ task: undefined, status: [], environment: undefined, session: undefined, text: undefined },
  ...{ q: undefined, since: undefined, until: undefined, count: undefined },
};

const ALL: RunListQuery = {
  taskID: undefined,
  taskSlug: undefined,
  since: undefined,
  until: undefined,
  limit: 50,
  page: 0,
};

describe('the list of runs', () => {
  const many = async (count: number) => {
    const host = await startEngine(taskOf({ concurrency: 1000 }));
    const ids = [];
    for (let i = 0; i < count; i++) {
      ids.push(host.execute('t'));
      await host.clock.advance(1);
    }
    const list = (query: Partial<typeof ALL>) =>
      host.engine.runs.list({ ...ALL, ...query }, host.engine.access.localUser()).items.map(({ id }) => id);
    return { host, newest: ids.reverse(), list };
  };

  it('decision list-order: is ordered newest first', async () => {
    const { newest, list } = await many(5);
    expect(list({})).toEqual(newest);
  });

  it('in the window contains the runs created in a time range', async () => {
    const { host, newest } = await many(4);
    const [, second = '', third = ''] = newest;
    const created = (id: string) => host.state.get('run', id)?.createdAt ?? 0;
    const window = { since: created(third), until: created(newest[0] ?? ''), offset: 0, limit: 10 };
    expect(host.engine.runs.rows({ ...EVERY_ROW, ...window }).runs.map(({ id }) => id)).toEqual([second, third]);
  });
});

describe('decision time-filters: an RFC 3339 time', () => {
  it.each([
    ['2026-11-20T16:00:00Z', '2026-11-20 16:00:00.000000+00'],
    ['2026-11-20T16:00:00.123456789-00:00', '2026-11-20 16:00:00.123456+00'],
    ['2026-11-20T16:00:00.1234567891234Z', '2026-11-20 16:00:00.123456+00'],
    ['2026-11-20t18:00:00+02:00', '2026-11-20 16:00:00.000000+00'],
    ['2024-02-29T23:59:60Z', '2024-03-01 00:00:00.000000+00'],
  ])('%s is accepted', (text, expected) => {
    expect(formatTimestamp(parseRfc3339(text) ?? 0)).toBe(expected);
  });

  it.each([
    ['2026-11-20T16:00:00.123456Z', '2026-11-20 16:00:00.123456+00'],
    ['2026-11-20T16:00:00.12345600Z', '2026-11-20 16:00:00.123456+00'],
    ['2026-11-20T16:00:00.123456001Z', '2026-11-20 16:00:00.123457+00'],
    ['2026-11-20T16:00:00.0000001Z', '2026-11-20 16:00:00.000001+00'],
    ['2026-11-20T16:00:00.9999999+00:00', '2026-11-20 16:00:01.000000+00'],
  ])('%s is followed by no whole microsecond before %s', (text, expected) => {
    expect(formatTimestamp(parseRfc3339Up(text) ?? 0)).toBe(expected);
  });

  it.each([
    '2026-11-20',
    '2026-11-20T16:00:00.Z',
    '2026-11-20 16:00:00Z',
    '2026-11-20T16:00:00',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T16:00:00+2',
    'yesterday',
    '',
  ])('"%s" is refused', (text) => {
    expect(parseRfc3339(text)).toBeUndefined();
  });
});

describe('decision logs:', () => {
  /** A run with lines 1…count, every tenth of them debug. */
  const logged = async (count: number) => {
    const steps = Array.from({ length: count }, (_, i) => ({
      do: 'log',
      level: (i + 1) % 10 === 0 ? 'debug' : 'info',
      text: `line ${i + 1}`,
    }));
    const host = await startEngine(taskOf({ steps }));
    const id = host.execute('t');
    // A turn of the event loop runs 100 steps.
    for (let turns = 0; turns < count; turns += 100) await settled();
    const read = (query: { prevToken?: string; nextToken?: string; debug?: boolean } = {}) =>
      host.engine.runs.logs(id, { debug: false, ...query }, host.engine.access.localUser());
    return { host, id, read };
  };
  const numbers = (logs: { text: string }[]) => logs.map(({ text }) => Number(text.slice(5)));
  const info = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((n) => n % 10 !== 0);

  it('a line has its number, level, task, text and timestamp', async () => {
    const { read } = await logged(1);
    expect(read()).toEqual({
      runID: expect.any(String),
      logs: [
        {
          insertID: '0000000001',
          level: 'info',
          taskSlug: 't',
          text: 'line 1',
          timestamp: expect.stringMatching(/^2026-11-20 16:00:00\.\d{6}\+00$/),
        },
      ],
      next_token: '',
      prev_token: expect.any(String),
    });
  });

  it('without a token, the newest 1,000 lines are returned, ascending; next_token returns older ones', async () => {
    const { read } = await logged(2500);
    const pages = [read()];
    while (pages.at(-1)?.next_token !== '') pages.push(read({ nextToken: pages.at(-1)?.next_token ?? '' }));
    expect(pages.map(({ logs }) => logs.length)).toEqual([1000, 1000, 250]);
    expect(numbers(pages.reverse().flatMap(({ logs }) => logs))).toEqual(info(1, 2500));
  });

  it('debug lines are returned only on request', async () => {
    const { read } = await logged(20);
    expect([numbers(read().logs), read({ debug: true }).logs.length]).toEqual([info(1, 20), 20]);
  });

  it('prev_token follows a run: it returns each line once', async () => {
    const steps = [1, 2, 3].flatMap((n) => [
      { do: 'log', text: `line ${n}` },
      { do: 'wait', seconds: 1 },
    ]);
    const host = await startEngine(taskOf({ steps }));
    const id = host.execute('t');
    const seen: number[][] = [];
    let token = '';
    for (let poll = 0; poll < 5; poll++) {
      await host.clock.advance(poll === 4 ? 0 : 0.7);
      const answer = host.engine.runs.logs(id, { prevToken: token, debug: false }, host.engine.access.localUser());
      seen.push(numbers(answer.logs));
      token = answer.prev_token;
    }
    expect(seen).toEqual([[1], [2], [3], [], []]);
  });

  it.each(['nonsense', 'prev.5.zzz', 'next.1.1'])('a bad token, "%s", is refused', async (token) => {
    const { read } = await logged(1);
    expect(() => read({ prevToken: token })).toThrow(/prev_token/);
    expect(() => read({ nextToken: token })).toThrow(/next_token/);
  });

  it('a token of another run is refused', async () => {
    const { host, read } = await logged(1);
    const other = host.execute('t');
    await settled();
    const { prev_token: token } = host.engine.runs.logs(other, { debug: false }, host.engine.access.localUser());
    expect(() => read({ prevToken: token })).toThrow(/is not a token/);
  });
});

describe('decision outputs:', () => {
  it('an unfinished run and a run without output return {}', async () => {
    const host = await startEngine(taskOf({ steps: [{ do: 'wait', seconds: 1 }] }));
    const local = host.engine.access.localUser();
    const id = host.execute('t');
    const before = host.engine.runs.outputs(id, local);
    await host.clock.advance(2);
    expect([before, host.engine.runs.outputs(id, local)]).toEqual([{ output: {} }, { output: {} }]);
  });
});
