import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startLive, type Live } from '../../support/live.ts';

/** Most waits at a time, as `server/waiting/condition-waits.ts` has it. */
const MAX_WAITS = 256;
/** Connections at once: more take longer than a test may on a busy machine. */
const MANY = 1000;

// Requests of their usual kind are given up after ten seconds without a connection, which a thousand at once take on a busy machine.
let usual: Dispatcher;
beforeAll(() => {
  usual = getGlobalDispatcher();
  setGlobalDispatcher(new Agent({ connect: { timeout: 250_000 } }));
});
afterAll(async () => {
  const patient = getGlobalDispatcher();
  setGlobalDispatcher(usual);
  await patient.close();
});

let live: Live;
beforeEach(async () => {
  live = await startLive({ tasks: [{ slug: 'asks', behavior: { kind: 'steps', steps: [{ do: 'prompt' }] } }] });
});
afterEach(() => live.emulator.stop());

const NEVER = { for: 'prompt', timeoutSeconds: 120 };

async function wait(body: unknown, init: RequestInit = {}): Promise<{ status: number; error: string }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${live.emulator.url}/_emulator/wait`, { method: 'POST', body: text, ...init });
  const { error = '' } = (await answer.json()) as { error?: string };
  return { status: answer.status, error };
}

/** Starts one wait more than there may be, and resolves when it is refused: as many as may are under way then. */
async function asManyAsMay(init: RequestInit = {}) {
  const answers: Promise<'left' | 'refused' | Awaited<ReturnType<typeof wait>>>[] = [];
  // Not asked by a wait of its own, which would take the place of one of them.
  await new Promise<void>((resolve) => {
    const one = async () => {
      const answer = await wait(NEVER, init).catch(() => 'left' as const);
      if (answer === 'left' || answer.status !== 409) return answer;
      resolve();
      return 'refused' as const;
    };
    answers.push(...Array.from({ length: MAX_WAITS + 1 }, one));
  });
  return async () => (await Promise.all(answers)).filter((answer) => answer !== 'refused');
}

/** The status of one more wait: 409 when as many as may are under way. */
const oneMore = async (): Promise<number> => (await wait({ for: 'settled', timeoutSeconds: 0 })).status;

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a wait that nobody should ask for', () => {
  test.each<[name: string, body: unknown, reason: RegExp]>([
    ['no JSON', '{"for":', /not valid JSON/],
    ['a list', '[]', /object/],
    ['nothing to wait for', {}, /^for: /],
    ['a prototype to wait for', { for: '__proto__' }, /^for: /],
    ['an object to wait for', { for: { for: 'settled' } }, /^for: /],
    ['a condition nested 100,000 times', `{"for":"request","task":${nested(100_000)}}`, /levels of nesting/],
    ['a condition nested 90 times', `{"for":"request","task":${nested(90)}}`, /^task: /],
    ['a task of 9 MB', { for: 'prompt', task: 'x'.repeat(9_000_000) }, /^task: .*200/],
    ['a run of 9 MB', { for: 'run', runID: 'x'.repeat(9_000_000) }, /^runID: .*200/],
    ['200,000 fields', Object.fromEntries([['for', 'settled'], ...many(200_000)]), /fields/],
    ['a million requests', { for: 'request', count: 1_000_000 }, /^count: .*1000/],
    ['a wait of a day', { for: 'settled', timeoutSeconds: 86_400 }, /^timeoutSeconds: .*300/],
    ['a wait until the past', { for: 'settled', timeoutSeconds: -1 }, /^timeoutSeconds: /],
    ['a number that JSON cannot hold', '{"for":"settled","timeoutSeconds":1e400}', /1e400|beyond|timeoutSeconds/],
    ['a status of no answer', { for: 'request', status: 1000 }, /^status: /],
    ['an operation that is none', { for: 'request', operation: '../wait' }, /^operation: /],
  ])('%s is refused with a 400 that names the field or the limit', async (_, body, reason) => {
    expect(await wait(body)).toMatchObject({ status: 400, error: expect.stringMatching(reason) });
  });

  test('a body beyond the limit is refused with 413', async () => {
    expect(await wait({ for: 'prompt', task: 'x'.repeat(11_000_000) })).toMatchObject({ status: 413 });
  });

  test('unknown runs and tasks are 404, however they are called', async () => {
    for (const body of [
      { for: 'run', runID: '__proto__' },
      { for: 'run', task: 'constructor' },
      { for: 'prompt', runID: 'run../../x' },
      { for: 'prompt', task: '' },
      { for: 'request', task: '\u0000' },
    ])
      expect(await wait(body)).toMatchObject({ status: 404 });
  });
});

function many(count: number): [string, number][] {
  return Array.from({ length: count }, (_, i) => [`field${i}`, i]);
}

describe('a thousand waits', () => {
  test('at once: 256 wait, the others are refused with the limit, and all 256 end when it holds', async () => {
    const statuses: number[] = [];
    const errors = new Set<string>();
    const all = Array.from({ length: MANY }, async () => {
      const { status, error } = await wait(NEVER);
      statuses.push(status);
      if (status === 409) errors.add(error);
    });
    await expect.poll(() => statuses.length).toBe(MANY - MAX_WAITS);
    expect((await live.api.v0.runs.list({})).runs).toEqual([]);
    await live.start('asks');
    await Promise.all(all);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_WAITS);
    expect([...errors]).toEqual([expect.stringContaining('256 requests are already waiting')]);
  });

  test('whose clients leave make room for others', async () => {
    for (let round = 0; round < 4; round++) {
      const leaving = new AbortController();
      const others = await asManyAsMay({ signal: leaving.signal });
      leaving.abort();
      expect(new Set(await others())).toEqual(new Set(['left']));
      await expect.poll(oneMore).toBe(200);
    }
    const held = async () => {
      const all = Array.from({ length: MAX_WAITS }, () => wait({ ...NEVER, timeoutSeconds: 2 }));
      return (await Promise.all(all)).filter(({ status }) => status === 408).length;
    };
    await expect.poll(held).toBe(MAX_WAITS);
  });

  test('whose clients leave in the middle of their request hold nothing', async () => {
    const { port } = new URL(live.emulator.url);
    const head = 'POST /_emulator/wait HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"for":';
    const sockets = Array.from({ length: 300 }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write(head);
    for (const socket of sockets) socket.destroy();
    expect(await wait({ for: 'settled' })).toMatchObject({ status: 200 });
  });

  test('end with 408 and the reason when Hangar stops', async () => {
    const others = await asManyAsMay();
    await live.emulator.stop();
    const ends = await others();
    expect(ends).toHaveLength(MAX_WAITS);
    for (const end of ends) expect(end).toEqual({ status: 408, error: expect.stringContaining('Hangar stops') });
  });
});
