import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { MAX_HELD, MAX_HELD_BYTES, RequestWaits } from '../../electron/emulator/server/http/waits.ts';
import { listen } from '../../electron/emulator/server/listen.ts';
import type { AuthoredFault } from '../../shared/model/fault.ts';
import { KEY, testEmulator, type TestEmulator } from '../support/emulator.ts';
import { FakeClock, settled } from '../support/fake-clock.ts';
import { steps } from '../support/steps.ts';

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const tasks = [{ slug: 'waits', behavior: steps({ do: 'wait', seconds: 60 }) }];
const LISTS = { operation: 'runs/list' } as const;

function start(...faults: AuthoredFault[]): Promise<TestEmulator> {
  return testEmulator({ tasks, faults });
}

/** Executes the task that waits a minute, on a frozen clock. */
async function executed({ api }: TestEmulator): Promise<string> {
  await api.emulator.clock.set({ body: { state: 'frozen' } });
  const { runID } = await api.v0.tasks.execute({ body: { slug: 'waits' } });
  await settled();
  return runID;
}

async function statusOf({ api }: TestEmulator, id: string): Promise<string> {
  return (await api.emulator.runs.get({ params: { id } })).row.status;
}

/** Sends a request that is held back; `answer` is its status once it is over. */
function hold({ send }: TestEmulator, path = '/v0/runs/list'): { answer: number | undefined } {
  const held: { answer: number | undefined } = { answer: undefined };
  void send(path).then(({ status }) => (held.answer = status));
  return held;
}

describe('a request that hangs', () => {
  const HANGS: AuthoredFault = { slug: 'hangs', kind: 'hang', seconds: 600, match: LISTS };

  test('lets the clock skip waits', async () => {
    const hangar = await start(HANGS);
    const id = await executed(hangar);
    const held = hold(hangar);
    await settled();
    await hangar.api.emulator.clock.set({ body: { autoSkip: true } });
    await hangar.clock.advance(0.1);
    expect([await statusOf(hangar, id), held.answer]).toEqual(['Succeeded', undefined]);
    await hangar.clock.advance(600);
    expect(held.answer).toBe(499);
  });

  test('does not block an advance, and is not busy', async () => {
    const hangar = await start(HANGS);
    const id = await executed(hangar);
    const held = hold(hangar);
    await settled();
    expect((await hangar.api.emulator.clock.read({})).busy).toEqual([]);
    const { blockedBy } = await hangar.api.emulator.clock.advance({ body: { seconds: 61 } });
    expect([blockedBy, await statusOf(hangar, id), held.answer]).toEqual([[], 'Succeeded', undefined]);
  });
});

test('a delayed request is busy until it was handled, and time does not skip before', async () => {
  const hangar = await start({ slug: 'late', kind: 'delay', seconds: 5, match: LISTS });
  const id = await executed(hangar);
  const held = hold(hangar);
  await settled();
  expect((await hangar.api.emulator.clock.read({})).busy).toMatchObject([{ kind: 'request' }]);
  await hangar.api.emulator.clock.set({ body: { autoSkip: true } });
  await hangar.clock.advance(4.9);
  expect([await statusOf(hangar, id), held.answer]).toEqual(['Active', undefined]);
  await hangar.clock.advance(0.3);
  expect([await statusOf(hangar, id), held.answer]).toEqual(['Succeeded', 200]);
});

test('faults delay up to 1,000 requests; one more is closed at once, with a warning in the traffic', async () => {
  const hangar = await start({ slug: 'late', kind: 'delay', seconds: 600, match: LISTS });
  const held = Array.from({ length: MAX_HELD }, () => hold(hangar));
  await settled();
  expect(await hangar.send('/v0/runs/list')).toMatchObject({ status: 499 });
  const [row] = (await hangar.api.emulator.traffic.list()).entries;
  expect(row).toMatchObject({ fault: { slug: 'late' }, warnings: [expect.stringContaining('1000 requests')] });
  await hangar.clock.advance(601);
  expect(held.every(({ answer }) => answer === 200)).toBe(true);
  const next = hold(hangar);
  await hangar.clock.advance(601);
  expect(next.answer).toBe(200);
});

test('delayed requests have at most 256 MB together, but a single one may have more', () => {
  const waits = new RequestWaits(new FakeClock());
  const release = waits.hold(2 * MAX_HELD_BYTES);
  expect([release === undefined, waits.hold(1)]).toEqual([false, undefined]);
  release?.();
  expect(waits.hold(MAX_HELD_BYTES)).toBeDefined();
  expect([waits.hold(0) === undefined, waits.hold(1)]).toEqual([false, undefined]);
});

test('the delays of many faults add up to 20 minutes at most', async () => {
  const faults = Array.from({ length: 10 }, (_, i) => ({ slug: `d${i}`, kind: 'delay' as const, seconds: 600 }));
  const hangar = await start(...faults);
  const held = hold(hangar);
  await hangar.clock.advance(1199);
  expect(held.answer).toBeUndefined();
  await hangar.clock.advance(2);
  expect(held.answer).toBe(200);
});

test('a slow answer ends after 600 seconds, with what was sent until then and a reset', async () => {
  const hangar = await start({ slug: 'slow', kind: 'slow', bytesPerSecond: 1, match: LISTS });
  for (let i = 0; i < 2; i++) await executed(hangar);
  const listening = await listen(hangar.server, { host: '127.0.0.1', port: 0 });
  open.push({ close: () => listening.close(100) });
  const sent: { text: string; end: string | undefined } = { text: '', end: undefined };
  const socket = connect(listening.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('data', (bytes) => (sent.text += bytes.toString()));
  socket.on('error', (error: Error & { code?: string }) => (sent.end = error.code));
  socket.write(`GET /v0/runs/list HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Service-API-Key: ${KEY}\r\n\r\n`);
  await expect.poll(() => sent.text).toContain('X-Hangar-Fault: slow');
  await hangar.clock.advance(601);
  await closed;
  const [headers = '', body = ''] = sent.text.split('\r\n\r\n');
  expect([body.length, sent.end, Number(/content-length: (\d+)/i.exec(headers)?.[1]) > 600]).toEqual([
    600,
    'ECONNRESET',
    true,
  ]);
});
