import { describe, expect, test } from 'vitest';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const tasks = [
  { slug: 'quick', behavior: steps() },
  { slug: 'waits', behavior: steps({ do: 'wait', seconds: 2 }) },
  { slug: 'queued', behavior: { kind: 'steps' as const, queueSeconds: 2, steps: [] } },
  { slug: 'limited', timeout: 2, behavior: steps({ do: 'wait', seconds: 60 }) },
];

async function statusOf({ api }: TestEmulator, id: string): Promise<string> {
  return (await api.v0.runs.get({ query: { id } })).status;
}

describe('a clock that is set back by an hour', () => {
  const ENDS = { waits: 'Succeeded', queued: 'Succeeded', limited: 'Cancelled' };
  test.each(Object.entries(ENDS))('ends a wait of two seconds after little more than two: %s', async (slug, status) => {
    const hangar = await testEmulator({ tasks });
    const id = await hangar.execute(slug);
    hangar.clock.jump(-3600);
    await hangar.clock.advance(1.5);
    expect(await statusOf(hangar, id)).not.toBe(status);
    await hangar.clock.advance(1);
    expect(await statusOf(hangar, id)).toBe(status);
  });

  test.each(Object.entries(ENDS))('does the same after a restart: %s', async (slug, status) => {
    const before = await testEmulator({ tasks });
    const id = await before.execute(slug);
    before.clock.jump(-3600);
    const hangar = await before.restart();
    await hangar.clock.advance(3);
    expect(await statusOf(hangar, id)).toBe(status);
  });

  test('keeps runs in order of creation, with increasing timestamps', async () => {
    let hangar = await testEmulator({ tasks });
    const made: string[] = [];
    for (const jump of [0, -3600, 0, 7200, -86_400, 0]) {
      hangar.clock.jump(jump);
      await hangar.clock.advance(0.5);
      made.unshift(await hangar.execute('quick'));
      if (made.length === 3) hangar = await hangar.restart();
    }
    const { runs } = await hangar.api.v0.runs.list();
    expect(runs.map(({ id }) => id)).toEqual(made);
    const moments = runs
      .toReversed()
      .flatMap(({ createdAt, activeAt, succeededAt }) => [createdAt, activeAt, succeededAt]);
    expect(moments).toEqual([...new Set(moments)].sort());
  });

  test('lets retention drop the oldest runs, not newer ones', async () => {
    const hangar = await testEmulator({ tasks });
    const old = [await hangar.execute('quick'), await hangar.execute('quick')];
    hangar.clock.jump(-3600);
    const fresh = await hangar.execute('quick');
    hangar.state.retain(1);
    const { runs } = await hangar.api.v0.runs.list();
    expect([runs.map(({ id }) => id), old.length]).toEqual([[fresh], 2]);
  });

  test('the engine’s time falls back to the clock gradually', async () => {
    const hangar = await testEmulator({ tasks });
    await hangar.execute('quick');
    hangar.clock.jump(-60);
    await hangar.execute('quick');
    for (let minute = 0; minute < 25; minute++) {
      await hangar.clock.advance(60);
      await hangar.execute('quick');
    }
    const [newest] = (await hangar.api.v0.runs.list({ query: { limit: '1' } })).runs;
    expect(Date.parse(newest?.createdAt.replace(/\+00$/, 'Z') ?? '') - hangar.clock.now() / 1000).toBeLessThan(100);
  });

  test('repeats a stored response for an hour, plus at most the time by which the clock was set back', async () => {
    const hangar = await testEmulator({ tasks });
    const send = async (): Promise<unknown> =>
      (await hangar.send('/v0/tasks/execute', { body: { slug: 'quick' }, headers: { 'Idempotency-Key': 'k' } })).json;
    const first = await send();
    hangar.clock.jump(-3600);
    await hangar.clock.advance(3500);
    expect(await send()).toEqual(first);
    await hangar.clock.advance(3800);
    expect(await send()).not.toEqual(first);
  });
});
