import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startLive, type Live } from '../../support/live.ts';

// `api/wait.test.ts` has the rules of one wait.

/** Most waits at a time, as `server/waiting/condition-waits.ts` has it. */
const MAX_WAITS = 256;

let live: Live;
beforeEach(async () => {
  live = await startLive({});
});
afterEach(() => live.emulator.stop());

const NEVER = { for: 'prompt', timeoutSeconds: 120 };

async function wait(body: object, init: RequestInit = {}): Promise<{ status: number; error: string }> {
  const sent = { method: 'POST', body: JSON.stringify(body), ...init };
  const answer = await fetch(`${live.emulator.url}/_emulator/wait`, sent);
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

describe('as many waits as may be', () => {
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
