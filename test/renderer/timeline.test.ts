import { describe, expect, test } from 'vitest';
import type { RunDetail, RunRow, SessionBlock, TrafficRow } from '../../shared/contract/emulator/rows.ts';
import type { LogEntry } from '../../shared/model/run.ts';
import { drawnBars, drawnMarks } from '../../renderer/features/runs/timeline/drawn.ts';
import type { Lane, Segment } from '../../renderer/features/runs/timeline/lane.ts';
import { scaleOf, ticksOf } from '../../renderer/ui/lists/time-scale.ts';
import type { SessionData } from '../../renderer/features/runs/session/session-look.ts';
import { runOfSession } from '../../renderer/features/runs/session/session-run.ts';
import { timelineOf, type TimelineInput } from '../../renderer/features/runs/timeline/timeline-data.ts';
import { at, runRow, runStep, trafficRow, ZERO } from './support/rows.ts';

type Prompt = RunDetail['prompts'][number];

function prompt(id: string, from: number, to: number | null): Prompt {
  const submittedAt = to === null ? null : at(to);
  const asked = { id, description: `Ask **${id}**`, createdAt: at(from), submittedAt, cancelledAt: null };
  return { prompt: asked } as unknown as Prompt;
}

function detail(change: Partial<RunDetail> = {}): RunDetail {
  const base = {
    output: {},
    timeline: [],
    steps: [],
    jumps: [],
    children: [],
    prompts: [],
    sleeps: [],
    displays: [],
    logLines: 0,
    reason: null,
    held: false,
  };
  return { ...base, row: runRow(), run: {} as RunDetail['run'], behavior: 'steps', ...change };
}

const request = (id: string, seconds: number, change: Partial<TrafficRow> = {}): TrafficRow =>
  trafficRow({ id, at: at(seconds), ...change });

function line(seconds: number, text: string, level: LogEntry['level'] = 'info'): LogEntry {
  return { insertID: '1', level, taskSlug: 'refund', text, timestamp: at(seconds) };
}

const EMPTY = { branches: new Map(), lines: [], requests: [], opened: new Map() };
const timeline = (root: RunDetail, input: Partial<TimelineInput> = {}) => timelineOf({ ...EMPTY, root, ...input });

const seconds = (instant: number | null): string => (instant === null ? '…' : String((instant - ZERO) / 1000));
const bar = ({ phase, from, to }: Segment): string => `${phase} ${seconds(from)}–${seconds(to)}`;

/** A lane in one line: depth as dashes, kind, name, segments, end mark, note. */
function shown({ depth, kind, name, segments, end, open, note }: Lane): string {
  const opened = open === null ? '' : open ? ' ▾' : ' ▸';
  const mark = end === null ? '' : ` (${end.kind} ${seconds(end.at)})`;
  const rest = note === '' ? '' : ` [${note}]`;
  return `${'-'.repeat(depth)}${kind} ${name}${opened}: ${segments.map(bar).join(', ')}${mark}${rest}`;
}

const lanesOf = (root: RunDetail, input: Partial<TimelineInput> = {}) => timeline(root, input).lanes.map(shown);

const child = runRow({
  id: 'run2',
  name: 'Ledger',
  parentID: 'run1',
  createdAt: at(6),
  activeAt: at(7),
  endedAt: at(9),
});
const failedChild: RunRow = { ...child, status: 'Failed', failure: 'closed' };

test('a sleep of a command is a wait of its run', () => {
  const sleeps = [
    { id: 'slp1', createdAt: at(2), endedAt: at(5), durationMs: 3000, until: at(5), skippedAt: null },
    { id: 'slp2', createdAt: at(7), endedAt: null, durationMs: 9000, until: at(16), skippedAt: null },
  ];
  const { lanes } = timeline(detail({ behavior: 'command', sleeps, row: runRow({ status: 'Active', endedAt: null }) }));
  expect(
    lanes.filter(({ kind }) => kind === 'wait').map(({ sleepID, segments }) => [sleepID, segments.map(bar)]),
  ).toEqual([
    ['slp1', ['waiting 2–5']],
    ['slp2', ['waiting 7–…']],
  ]);
  expect(lanes[0]?.segments.map(bar).filter((text) => text.startsWith('waiting'))).toEqual([
    'waiting 2–5',
    'waiting 7–…',
  ]);
});

describe('the lanes of a run', () => {
  test.each<[string, RunDetail, Partial<TimelineInput>, string[]]>([
    [
      'that is queued',
      detail({ row: runRow({ status: 'Queued', activeAt: null, endedAt: null }) }),
      {},
      ['run Refund: queued 0–…'],
    ],
    ['that succeeded', detail(), {}, ['run Refund: queued 0–1, succeeded 1–10']],
    [
      'that was cancelled while it was queued',
      detail({ row: runRow({ status: 'Cancelled', activeAt: null, endedAt: at(4) }) }),
      {},
      ['run Refund: queued 0–4'],
    ],
    [
      'with a step of each kind',
      detail({
        steps: [
          runStep({ do: 'log', text: 'Looking up {{ params.id }}', from: at(1), to: at(2) }),
          runStep({ do: 'log', text: 'never', state: 'skipped' }),
          runStep({ do: 'wait', text: '2', from: at(2), to: at(4) }),
          runStep({ do: 'prompt', text: '{{ x }}', from: at(4), to: at(6), promptID: 'pmt1' }),
          runStep({ do: 'execute', text: 'ledger', from: at(6), to: at(9), runID: 'run2' }),
          runStep({ do: 'output', from: at(9), to: at(10) }),
        ],
        prompts: [prompt('pmt1', 4, 6)],
        children: [child],
      }),
      { lines: [line(0.5, 'Hangar’s own', 'debug'), line(1, 'Looking up AB1')] },
      [
        'run Refund ▾: queued 0–1, succeeded 1–2, waiting 2–6, succeeded 6–10',
        '-log Looking up AB1: moment 1–2',
        '-log never:  [skipped]',
        '-wait Wait 2 s: waiting 2–4',
        '-prompt Ask pmt1: waiting 4–6 (done 6)',
        '-run Ledger ▸: queued 6–7, succeeded 7–9 (done 9)',
        '-output Output: moment 9–10',
      ],
    ],
    [
      'that waits for a prompt now',
      detail({
        row: runRow({ status: 'Active', endedAt: null }),
        steps: [
          runStep({ do: 'prompt', text: 'Go on?', state: 'active', from: at(2), promptID: 'pmt1' }),
          runStep({ do: 'log', text: 'Reason: {{ approval.values.reason }}, {{ params.id }}', state: 'pending' }),
          runStep({ do: 'output', state: 'pending' }),
        ],
      }),
      {},
      [
        'run Refund ▾: queued 0–1, executing 1–2, waiting 2–…',
        '-prompt Go on?: waiting 2–…',
        '-log Reason: …, …:  [not yet]',
        '-output Output:  [not yet]',
      ],
    ],
    [
      'whose child failed: red only for that part, and the child is open',
      detail({
        row: runRow({ status: 'Failed', failure: 'closed' }),
        steps: [
          runStep({ do: 'log', text: 'begin', from: at(1), to: at(6) }),
          runStep({ do: 'execute', text: 'ledger', state: 'failed', from: at(6), to: at(10), runID: 'run2' }),
          runStep({ do: 'output', state: 'unreached' }),
        ],
        children: [failedChild],
      }),
      {
        branches: new Map([
          [
            'run2',
            {
              ...detail({
                row: failedChild,
                steps: [
                  runStep({ do: 'log', text: 'opening {{ params.period }}', from: at(7), to: at(8) }),
                  runStep({ do: 'fail', text: 'closed', state: 'failed', from: at(8), to: at(9) }),
                ],
              }),
              lines: [line(7, 'opening 2026-11')],
            },
          ],
        ]),
      },
      [
        'run Refund ▾: queued 0–1, executing 1–6, failed 6–10',
        '-log begin: moment 1–6',
        '-run Ledger ▾: queued 6–7, executing 7–8, failed 8–9 (failed 9)',
        '--log opening 2026-11: moment 7–8',
        '--fail closed: failed 8–9 (failed 9)',
        '-output Output:  [not reached]',
      ],
    ],
    [
      'of a script: its log in one lane, then prompts and children as they were made',
      detail({
        behavior: 'script',
        prompts: [prompt('pmt1', 7, 8)],
        children: [{ ...child, createdAt: at(2), activeAt: at(2), endedAt: at(3) }],
      }),
      { lines: [line(1, 'a'), line(2, 'b', 'error')] },
      [
        'run Refund ▾: queued 0–1, succeeded 1–7, waiting 7–8, succeeded 8–10',
        '-log Log: moment 1–1, failed 2–2 [2]',
        '-run Ledger ▸: queued 2–2, succeeded 2–3 (done 3)',
        '-prompt Ask pmt1: waiting 7–8 (done 8)',
      ],
    ],
    [
      'of a script that failed after its prompt',
      detail({ behavior: 'script', row: runRow({ status: 'Failed' }), prompts: [prompt('pmt1', 2, 8)] }),
      {},
      [
        'run Refund ▾: queued 0–1, executing 1–2, waiting 2–8, failed 8–10',
        '-prompt Ask pmt1: waiting 2–8 (done 8)',
        '-code Failure: failed 8–10 (failed 10)',
      ],
    ],
    [
      'of a script that failed, whose failure is a moment since nothing tells when it began',
      detail({ behavior: 'script', row: runRow({ status: 'Failed' }) }),
      {},
      ['run Refund ▾: queued 0–1, executing 1–10, failed 10–10', '-code Failure: failed 10–10 (failed 10)'],
    ],
    [
      'of a failed child that is closed: red only at its end',
      detail({ behavior: 'script', children: [failedChild] }),
      { opened: new Map([['run2', false]]) },
      ['run Refund ▾: queued 0–1, succeeded 1–10', '-run Ledger ▸: queued 6–7, executing 7–9, failed 9–9 (failed 9)'],
    ],
  ])('%s', (_name, root, input, expected) => {
    expect(lanesOf(root, input)).toEqual(expected);
  });

  test('open and close as the user wants', () => {
    const root = detail({ behavior: 'script', children: [child] });
    const closed = new Map([['run1', false]]);
    expect(lanesOf(root, { opened: closed })).toEqual(['run Refund ▸: queued 0–1, succeeded 1–10']);
    const branches = new Map([
      ['run2', detail({ row: child, steps: [runStep({ do: 'output', from: at(7), to: at(9) })] })],
    ]);
    expect(lanesOf(root, { branches, opened: new Map([['run2', true]]) })).toHaveLength(3);
    expect(lanesOf(root, { branches })).toHaveLength(2);
  });

  test('a failure is drawn from what failed up to the run', () => {
    const root = detail({
      row: runRow({ status: 'Failed' }),
      steps: [runStep({ do: 'fail', state: 'failed', from: at(2), to: at(10) })],
    });
    const { failure } = timeline(root);
    expect([seconds(failure?.at ?? null), failure?.lanes]).toEqual(['10', ['run run1', 'step run1 0']]);
    expect(timeline(detail()).failure).toBeNull();
  });
});

describe('a held run stands still', () => {
  const held = runRow({ status: 'Active', waiting: true, endedAt: null, held: true });
  test('at the last moment that is known of it', () => {
    const steps = [
      runStep({ do: 'log', text: 'a', from: at(1), to: at(2) }),
      runStep({ do: 'wait', text: '9', state: 'active', from: at(4) }),
    ];
    const root = detail({ row: held, steps, jumps: [{ from: at(3000), to: at(9000) }] });
    const { lanes, end, folds } = timeline(root);
    expect(lanes.map(shown)).toEqual([
      'run Refund ▾: queued 0–1, executing 1–4, waiting 4–4 [held]',
      '-log a: moment 1–2',
      '-wait Wait 9 s: waiting 4–4 [held]',
    ]);
    expect([end, folds]).toEqual([null, []]);
  });

  test('on an axis that stands still, with room after it', () => {
    const { to } = timeline(detail({ row: held, behavior: 'script', prompts: [prompt('pmt1', 4, null)] }));
    expect([to !== null, to! > ZERO + 4000, to! < ZERO + 4500]).toEqual([true, true, true]);
  });

  test('in the queue, and with all children', () => {
    const queued = runRow({ status: 'Queued', activeAt: null, endedAt: null, held: true });
    expect(lanesOf(detail({ row: queued }))).toEqual(['run Refund: queued 0–0 [held]']);
    const children = [{ ...child, status: 'Active' as const, endedAt: null, held: true }];
    expect(lanesOf(detail({ row: held, behavior: 'script', children }))).toEqual([
      'run Refund ▾: queued 0–1, executing 1–7 [held]',
      '-run Ledger ▸: queued 6–7, executing 7–7 [held]',
    ]);
  });
});

describe('a session', () => {
  const block = (slug: string, change: Partial<SessionBlock> = {}): SessionBlock => ({
    ...{ slug, name: '', kind: 'task', status: 'Pending', runID: '' },
    ...change,
  });
  const sessionOf = (status: string, blocks: readonly SessionBlock[], details: readonly RunDetail[], held = false) => {
    const session = { id: 'ses1', name: 'Close the month', createdAt: at(0), updatedAt: at(99), createdBy: '', status };
    const origin = { kind: 'api', trafficID: '', webhook: '' };
    const common = { runbookSlug: 'month', environment: 'dev', origin, failure: '', reason: null, held };
    const data = {
      row: { session, blocks, ...common },
      runs: details.map((each) => each.row),
      details: new Map(details.map((each) => [each.row.id, each])),
    };
    return runOfSession(data as unknown as SessionData);
  };
  const lanesOfSession = (...of: Parameters<typeof sessionOf>) =>
    timelineOf({ root: sessionOf(...of), branches: new Map(), lines: [], requests: [], opened: new Map() }).lanes.map(
      shown,
    );
  const asked = prompt('pmt1', 10, 14);
  const spans = [{ runID: 'run2', name: '', phase: 'waiting' as const, from: at(10), to: at(14) }];
  const confirm = detail({
    row: runRow({ id: 'run2', taskSlug: '', createdAt: at(10), activeAt: at(10), endedAt: at(14) }),
    ...{ behavior: '', prompts: [asked], timeline: spans },
  });
  const blocks = [
    block('count', { runID: 'run1', status: 'Succeeded', name: 'Count' }),
    block('never', { status: 'Skipped' }),
    block('confirm', { runID: 'run2', status: 'Succeeded', kind: 'prompt' }),
  ];

  test('is a run whose lanes are its numbered blocks, and waits with its prompts', () => {
    expect(lanesOfSession('Succeeded', blocks, [detail(), confirm])).toEqual([
      'run Close the month ▾: queued 0–0, succeeded 0–10, waiting 10–14',
      '-run 1 Count ▸: queued 0–1, succeeded 1–10 (done 10)',
      '-execute 2 never:  [skipped]',
      '-prompt 3 confirm: waiting 10–14 (done 14)',
    ]);
  });

  test('is drawn red from the block that failed', () => {
    const failed = detail({
      row: runRow({
        id: 'run3',
        status: 'Failed',
        failure: 'closed',
        createdAt: at(14),
        activeAt: at(15),
        endedAt: at(19),
      }),
    });
    const all = [...blocks, block('post', { runID: 'run3', status: 'Failed' }), block('tell')];
    expect(lanesOfSession('Failed', all, [detail(), confirm, failed]).filter((_, index) => index % 4 === 0)).toEqual([
      'run Close the month ▾: queued 0–0, executing 0–10, waiting 10–14, executing 14–15, failed 15–19',
      '-run 4 post ▸: queued 14–15, executing 15–19, failed 19–19 (failed 19)',
    ]);
    expect(lanesOfSession('Failed', all, [detail(), confirm, failed]).at(-1)).toBe('-execute 5 tell:  [not reached]');
  });

  test('stands still while it is held', () => {
    const waits = detail({ row: runRow({ status: 'Active', waiting: true, endedAt: null, held: true }) });
    const [first] = lanesOfSession('Waiting', [block('count', { runID: 'run1', status: 'Waiting' })], [waits], true);
    expect(first).toBe('run Close the month ▾: queued 0–0, executing 0–1 [held]');
  });
});

describe('the client’s requests', () => {
  const get = { path: '/v0/runs/get', method: 'GET' };
  test('are marks with the operation’s name, retries tied to what they repeat, and late polls counted', () => {
    const requests = [
      request('t6', 60, get),
      request('t4', 5, get),
      request('t1', -2, { status: 429, idempotencyKey: 'k' }),
      request('t2', 0, { status: 0, idempotencyKey: 'k', client: 'shop-worker/2.3.1' }),
      request('t3', 1, { replayOf: 't2', idempotencyKey: 'k' }),
      request('t5', 6, { path: '/v0/prompts/submit' }),
    ];
    const origin = { kind: 'api', trafficID: 't2', webhook: '' } as const;
    const { lanes, from, to, end } = timeline(detail({ row: runRow({ origin }) }), { requests });
    const [client] = lanes;
    expect(
      client?.requests.map((mark) => `${mark.operation} ${mark.kind} ${seconds(mark.at)} ${seconds(mark.repeats)}`),
    ).toEqual([
      'tasks/execute refused -2 …',
      'tasks/execute lost 0 -2',
      'tasks/execute replayed 1 0',
      'runs/get poll 5 …',
      'prompts/submit other 6 …',
    ]);
    expect([client?.name, client?.note, seconds(from), seconds(to), seconds(end)]).toEqual([
      'shop-worker 2.3',
      '1 later',
      '-2',
      '10',
      '10',
    ]);
  });

  test('a poll soon after the end extends the axis, and not the length of the run', () => {
    const { to, end } = timeline(detail(), { requests: [request('t1', 12, get)] });
    expect([seconds(to), seconds(end)]).toEqual(['12', '10']);
  });

  test('that overlap are drawn as one, unless they differ in kind', () => {
    const requests = [request('t1', 0), request('t2', 5, get), request('t3', 5.01, get), request('t4', 9, get)];
    const marks = timeline(detail(), { requests }).lanes[0]?.requests ?? [];
    const scale = scaleOf(ZERO, ZERO + 10_000, []);
    const drawn = drawnMarks(marks, { scale, view: { from: 0, to: 1 }, pixels: 500 });
    expect(drawn.map((item) => item.marks.map(({ id }) => id))).toEqual([['t1'], ['t2', 't3'], ['t4']]);
  });
});

describe('skipped time', () => {
  const hours = (from: number, to: number) => ({ from: at(from), to: at(to) });
  const waits = (to: number) => runStep({ do: 'wait', text: String(to), from: at(1), to: at(to) });
  test.each<[string, RunDetail, [string, string][]]>([
    ['nothing jumped', detail({ row: runRow({ endedAt: at(36_010) }) }), []],
    [
      'an advance in which nothing happened is folded',
      detail({ row: runRow({ endedAt: at(36_010) }), jumps: [hours(2, 36_002)] }),
      [['2', '36002']],
    ],
    [
      'it is cut where something happened, and short parts stay',
      detail({ row: runRow({ endedAt: at(36_010) }), steps: [waits(18_000)], jumps: [hours(2, 36_002)] }),
      [
        ['2', '18000'],
        ['18000', '36002'],
      ],
    ],
    ['a second is not', detail({ jumps: [hours(2, 2.9)] }), []],
    [
      'only the part within the run',
      detail({ jumps: [hours(-500, 6)] }),
      [
        ['0', '1'],
        ['1', '6'],
      ],
    ],
  ])('%s', (_name, root, expected) => {
    expect(timeline(root).folds.map(({ from, to }) => [seconds(from), seconds(to)])).toEqual(expected);
  });

  test('takes little of the axis, which counts on after it with a plus', () => {
    const scale = scaleOf(ZERO, ZERO + 36_010_000, [{ from: ZERO + 4000, to: ZERO + 36_004_000 }]);
    expect(scale.position(ZERO + 36_004_000) - scale.position(ZERO + 4000)).toBeLessThan(0.1);
    const ticks = ticksOf(scale, ZERO, { from: ZERO, to: ZERO + 36_010_000 }, 5);
    expect(ticks.map(({ text }) => text)).toEqual(['0 s', '2', '4', '+2 s', '+4', '+6']);
    for (const share of [0, 0.2, 0.39, 0.41, 0.8, 1])
      expect(scale.position(scale.instant(share))).toBeCloseTo(share, 9);
  });
});

describe('drawing', () => {
  test('draws no more bars than pixels for 10,000 segments, and all of them when zoomed in', () => {
    const segments = Array.from({ length: 10_000 }, (_, n): Segment => ({ phase: 'moment', from: n, to: n }));
    const scale = scaleOf(0, 10_000, []);
    const whole = drawnBars(segments, { scale, view: { from: 0, to: 1 }, now: 0, pixels: 700 });
    expect(whole.length).toBeLessThanOrEqual(700);
    expect(whole.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
    const zoomed = drawnBars(segments, { scale, view: { from: 0.5, to: 0.502 }, now: 0, pixels: 700 });
    expect(zoomed.map(({ count }) => count)).toEqual(Array.from({ length: 21 }, () => 1));
  });

  test('a segment that lasts ends now', () => {
    const scale = scaleOf(0, 100, []);
    const [only] = drawnBars([{ phase: 'waiting', from: 50, to: null }], {
      ...{ scale, now: 75, pixels: 100 },
      view: { from: 0, to: 1 },
    });
    expect(only?.width).toBeCloseTo(0.25);
  });
});
