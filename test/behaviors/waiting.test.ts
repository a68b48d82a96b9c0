import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptTask, startLive, type Live } from '../support/live.ts';
import { steps } from '../support/steps.ts';

const WORKSPACE = {
  tasks: [
    scriptTask('works', `export default async () => { await new Promise((done) => setTimeout(done, 300)); };`),
    scriptTask('sleeps', `export default async ({ sleep }) => { await sleep(600); };`),
    scriptTask('asks', `export default async ({ prompt }) => { await prompt({ description: 'Go on?' }); };`),
    scriptTask('books', `export default async ({ executeRunbook }) => { await executeRunbook('book'); };`),
    {
      slug: 'command',
      behavior: { kind: 'command' as const, command: ['node', '-e', 'setTimeout(() => undefined, 300)'] },
    },
    {
      slug: 'stuck',
      behavior: { kind: 'command' as const, command: ['node', '-e', 'setTimeout(() => undefined, 60_000)'] },
    },
    { slug: 'waits', behavior: steps({ do: 'wait', seconds: 3600 }) },
  ],
  runbooks: [{ slug: 'book', blocks: [{ slug: 'one', kind: 'task' as const, task: 'waits' }] }],
};

describe('waitFor', () => {
  let live: Live;
  beforeAll(async () => {
    live = await startLive(WORKSPACE);
  });
  afterAll(() => live.emulator.stop());

  test.each(['works', 'command'])('sees everything settled only once the %s of a run has ended', async (slug) => {
    await live.emulator.reset();
    const runID = await live.start(slug);
    const { waiting } = await live.emulator.waitFor({ for: 'settled', timeoutSeconds: 60 });
    const { run } = await live.emulator.waitFor({ for: 'run', runID, timeoutSeconds: 0 });
    expect([waiting, run.status]).toEqual([[], 'Succeeded']);
  });

  test('says what scripts wait for, on a frozen clock too, and the end of a session that a script waits for', async () => {
    await live.emulator.reset();
    await live.emulator.clock.set({ state: 'frozen' });
    const ids = [await live.start('sleeps'), await live.start('asks'), await live.start('books')];
    const { waiting } = await live.emulator.waitFor({ for: 'settled', timeoutSeconds: 60 });
    const { run } = await live.emulator.waitFor({ for: 'run', task: 'waits', status: 'Active', timeoutSeconds: 0 });
    const until = expect.any(String);
    expect(waiting).toEqual([
      { runID: ids[0], on: 'clock', until },
      { runID: ids[1], on: 'prompt' },
      { runID: ids[2], on: 'clock', until },
      { runID: run.id, on: 'clock', until },
    ]);
  });

  test('waits until the clock has skipped the sleeps of a script', async () => {
    await live.emulator.reset();
    await live.emulator.clock.set({ state: 'frozen', autoSkip: true });
    const runID = await live.start('sleeps');
    const { waiting } = await live.emulator.waitFor({ for: 'settled', timeoutSeconds: 60 });
    const { run } = await live.emulator.waitFor({ for: 'run', runID, timeoutSeconds: 0 });
    await live.emulator.clock.set({ autoSkip: false });
    expect([waiting, run.status]).toEqual([[], 'Succeeded']);
  });

  test('rejects after the time with what there is instead, and names a wrong option', async () => {
    await live.emulator.reset();
    const runID = await live.start('stuck');
    await live.emulator.waitFor({ for: 'run', runID, status: 'Active' });
    await expect(live.emulator.waitFor({ for: 'settled', timeoutSeconds: 0.1 })).rejects.toMatchObject({
      code: 'timeout',
      state: { busy: [{ kind: 'command', runID }], waiting: [] },
    });
    await expect(live.emulator.waitFor({ for: 'run', runID: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(live.emulator.waitFor({ for: 'run' })).rejects.toThrow('waitFor.runID: give exactly one');
  });

  test('frees the place of a client that disconnects', async () => {
    await live.emulator.reset();
    const leaving = new AbortController();
    const body = JSON.stringify({ for: 'run', task: 'stuck', timeoutSeconds: 300 });
    const url = `${live.emulator.url}/_emulator/wait`;
    // Again when refused: a question below may have had the place.
    const hold = async () => {
      while (!leaving.signal.aborted)
        await fetch(url, { method: 'POST', body, signal: leaving.signal }).catch(() => undefined);
    };
    const waits = Array.from({ length: 256 }, hold);
    const full = { code: 'conflict', message: expect.stringContaining('256') as string };
    await expect
      .poll(() => live.emulator.waitFor({ for: 'settled' }).catch((error: unknown) => error))
      .toMatchObject(full);
    leaving.abort();
    await Promise.all(waits);
    await expect
      .poll(() => live.emulator.waitFor({ for: 'settled' }).catch((error: unknown) => error))
      .toEqual({ waiting: [] });
    const { entries } = await live.api.emulator.traffic.list({ query: { limit: '300' } });
    expect(entries.filter(({ path, status }) => path === '/_emulator/wait' && status >= 500)).toEqual([]);
  });
});

test('a server that stops answers those that wait', async () => {
  const live = await startLive(WORKSPACE);
  const failure = (error: unknown) => error;
  const waits = Array.from({ length: 255 }, () =>
    live.emulator.waitFor({ for: 'prompt', timeoutSeconds: 300 }).catch(failure),
  );
  const answer = fetch(`${live.emulator.url}/_emulator/wait`, { method: 'POST', body: '{"for":"run","task":"waits"}' });
  // All places are taken once the request has arrived.
  await expect
    .poll(() => live.emulator.waitFor({ for: 'run', runID: 'unknown' }).catch(failure))
    .toMatchObject({ code: 'conflict' });
  await live.emulator.stop();
  const { status, json } = await answer.then(async (given) => ({ status: given.status, json: await given.json() }));
  expect([status, json, ...(await Promise.all(waits))]).toMatchObject([
    408,
    { code: 'timeout', state: { run: null } },
    ...waits.map(() => ({ code: 'timeout', state: { prompts: [] } })),
  ]);
});
