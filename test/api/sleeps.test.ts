import { beforeEach, describe, expect, test } from 'vitest';
import type { Sleep } from '../../shared/model/run.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { type TestEmulator, testEmulator } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { HELD, heldRun } from '../support/held-run.ts';

const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = { tasks: [{ slug: 'work', behavior: HELD, concurrency: 10 }] };

let hangar: TestEmulator;
let key: string;
let runID: string;

beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE);
  ({ key, runID } = await heldRun(hangar.api, 'work'));
});

const create = (body: object, headers: Record<string, string> = {}) =>
  hangar.send('/v0/sleeps/create', { body, key, headers });
const read = (id: string, as = key) => hangar.send(`/v0/sleeps/get?id=${id}`, { key: as });
const detail = () => hangar.api.emulator.runs.get({ params: { id: runID } });

async function sleep(body: object): Promise<string> {
  const { status, json } = await create(body);
  expect({ status, json }).toMatchObject({ status: 200 });
  return (json as { id: string }).id;
}

async function skippedAt(id: string): Promise<string | null> {
  return ((await read(id)).json as Sleep).skippedAt;
}

describe('a sleep', () => {
  test('is a wait on the clock that ends by itself', async () => {
    const id = await sleep({ durationMs: 90_000, until: null });
    const { json } = await read(id);
    const { createdAt, until, ...rest } = json as Sleep;
    expect(rest).toEqual({ id, durationMs: 90_000, skippedAt: null });
    const { upcoming, busy } = await hangar.api.emulator.clock.read();
    expect(upcoming).toContainEqual({ at: until, kind: 'wait', runID });
    expect(busy.filter(({ kind }) => kind !== 'request')).toEqual([]);
    expect((await hangar.send('/_emulator/wait', { body: { for: 'settled', timeoutSeconds: 5 } })).json).toEqual({
      waiting: [{ runID, on: 'clock', until }],
    });
    expect((await detail()).timeline).toContainEqual(
      expect.objectContaining({ runID, phase: 'waiting', from: createdAt, to: null }),
    );

    await hangar.clock.advance(91);
    expect(await skippedAt(id)).toBeNull();
    const { sleeps } = await detail();
    expect(sleeps).toMatchObject([{ id, endedAt: expect.any(String) as string, skippedAt: null }]);
    expect((await hangar.api.emulator.clock.read()).busy).toContainEqual({ kind: 'command', runID });
  });

  test('takes its end from until when there is no duration', async () => {
    const id = await sleep({ until: '2026-11-20T16:10:00Z' });
    const { durationMs, until } = (await read(id)).json as Sleep;
    expect(until).toMatch(/^2026-11-20[T ]16:10:00/);
    expect(Math.round(durationMs / 1000)).toBeCloseTo(600, -1);
    expect(Number.isInteger(durationMs)).toBe(true);
    expect(await sleep({ until: '2020-01-01T00:00:00Z' })).toMatch(/^slp/);
  });

  test('that the clock jumps over counts as skipped, since the program has its own clock', async () => {
    const id = await sleep({ durationMs: 1_800_000 });
    const { blockedBy, events } = await hangar.api.emulator.clock.advance({ body: { seconds: 1800, waitSeconds: 0 } });
    expect(events).toMatchObject([{ kind: 'wait', runID }]);
    expect(blockedBy).toEqual([{ kind: 'command', runID }]);
    expect(await skippedAt(id)).not.toBeNull();
  });

  test('is skipped by autoSkip', async () => {
    const id = await sleep({ durationMs: 3_600_000 });
    await hangar.send('/_emulator/clock', { method: 'PUT', body: { autoSkip: true } });
    await hangar.clock.advance(1);
    await settled();
    expect(await skippedAt(id)).not.toBeNull();
  });

  test('is skipped on demand, once', async () => {
    const id = await sleep({ durationMs: 3_600_000 });
    const first = await hangar.send(`/_emulator/sleeps/${id}/skip`, { method: 'POST', key: null });
    expect(first.json).toEqual({ sleep: { ...((await read(id)).json as Sleep), skippedAt: await skippedAt(id) } });
    expect(await skippedAt(id)).not.toBeNull();
    await hangar.clock.advance(10);
    const again = await hangar.send(`/_emulator/sleeps/${id}/skip`, { method: 'POST', key: null });
    expect(again.json).toEqual(first.json);
    expect((await hangar.api.emulator.clock.read()).upcoming.filter(({ kind }) => kind === 'wait')).toEqual([]);
  });

  test('ends with its run, and stays on its timeline after a restart', async () => {
    const id = await sleep({ durationMs: 3_600_000 });
    await hangar.api.v0.runs.cancel({ body: { runID } });
    await settled();
    expect((await read(id)).status).toBe(401);
    expect((await hangar.api.emulator.clock.read()).upcoming).toEqual([]);
    expect((await hangar.send(`/_emulator/sleeps/${id}/skip`, { method: 'POST', key: null })).status).toBe(404);
    const before = await detail();
    expect(before.sleeps).toMatchObject([{ id, endedAt: before.row.endedAt, skippedAt: null }]);
    hangar = await hangar.restart();
    expect((await detail()).sleeps).toEqual(before.sleeps);
  });

  test('of another run is not found', async () => {
    const id = await sleep({ durationMs: 1000 });
    const other = await heldRun(hangar.api, 'work');
    expect((await read(id, other.key)).status).toBe(404);
  });

  test('is forgotten when 500 newer ones began, and refused when 500 are pending', async () => {
    const id = await sleep({ durationMs: 1 });
    await hangar.clock.advance(1);
    for (let index = 0; index < 500; index++) await sleep({ durationMs: 60_000 });
    expect((await read(id)).status).toBe(404);
    expect(await create({ durationMs: 1 })).toMatchObject({
      status: 409,
      json: { error: 'The run has 500 pending sleeps: wait until some of them end.' },
    });
  });

  test.each([
    [{}, 'durationMs: is required'],
    [{ durationMs: null, until: null }, 'durationMs: is required'],
    [{ durationMs: -1 }, 'durationMs'],
    [{ durationMs: 1e15 }, 'durationMs'],
    [{ until: 'tomorrow' }, 'until'],
    [{ until: '2026-13-01T00:00:00Z' }, 'until'],
  ])('is refused for %j', async (body, named) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining(named) as string },
    });
  });
});
