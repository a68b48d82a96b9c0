import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminProofKey, isAdminProof } from '../../electron/emulator/host/token-signer.ts';
import { settled } from '../support/fake-clock.ts';
import { type ReadAnswer, testEmulator, type TestEmulator } from '../support/emulator.ts';
import { requestInProcess } from '../support/request-in-process.ts';

const HOST = '127.0.0.1:4100';
const TOKEN = 'open-sesame-0123456789';
const RUNS = '/_emulator/runs';
const guarded = () => testEmulator({}, { adminToken: TOKEN });

describe('the admin token', () => {
  test('opens /_emulator as a bearer token, and is not needed by /v0 and open endpoints', async () => {
    const hangar = await guarded();
    const status = async (path: string, authorization?: string) =>
      (await hangar.send(path, { headers: authorization === undefined ? {} : { Authorization: authorization } }))
        .status;
    expect([
      await status(RUNS),
      await status(RUNS, 'Bearer wrong'),
      await status(RUNS, `Basic ${TOKEN}`),
      await status(RUNS, `Bearer ${TOKEN}, Bearer ${TOKEN}`),
      await status(RUNS, `Bearer ${TOKEN}`),
      await status(RUNS, `bearer ${TOKEN}`),
      await status('/_emulator/ready'),
      await status('/_emulator/openapi/v0.json'),
      await status('/v0/runs/list'),
    ]).toEqual([401, 401, 401, 401, 200, 200, 200, 200, 200]);
  });
});

/** Gives the token; the cookie's name and value come back. */
async function logIn(hangar: TestEmulator, host = HOST): Promise<string> {
  const login = await hangar.send('/_emulator/login', { body: { token: TOKEN }, headers: { Host: host } });
  expect(login.status).toBe(200);
  return (login.headers['set-cookie'] ?? '').split(';')[0]!;
}

async function statusWith(hangar: TestEmulator, cookie: string, host = HOST): Promise<number> {
  return (await hangar.send(RUNS, { headers: { Host: host, Cookie: `theme=dark; ${cookie}` } })).status;
}

function logOut(hangar: TestEmulator, cookie: string): Promise<ReadAnswer> {
  return hangar.send('/_emulator/login', { method: 'DELETE', headers: { Host: HOST, Cookie: cookie } });
}

describe('a session', () => {
  test('is a cookie of /_emulator that scripts cannot read, other sites do not send, and that does not reveal the token', async () => {
    const hangar = await guarded();
    const login = await hangar.send('/_emulator/login', { body: { token: TOKEN }, headers: { Host: HOST } });
    expect(login.headers['set-cookie']).toMatch(
      /^hangar_admin_4100=[\w-]{43}; Path=\/_emulator; HttpOnly; SameSite=Strict$/,
    );
    const [first, second] = [await logIn(hangar), await logIn(hangar)];
    expect(first).not.toBe(second);
    expect([await statusWith(hangar, first), await statusWith(hangar, `${first}x`)]).toEqual([200, 401]);
    expect(await statusWith(hangar, `${first.split('=')[0]}=wrong; ${second}`)).toBe(200);
  });

  test('ends when its browser logs out, also for other holders of the cookie; other sessions go on', async () => {
    const hangar = await guarded();
    const [mine, other] = [await logIn(hangar), await logIn(hangar)];
    expect((await logOut(hangar, mine)).headers['set-cookie']).toBe(
      'hangar_admin_4100=; Path=/_emulator; HttpOnly; SameSite=Strict; Max-Age=0',
    );
    expect([await statusWith(hangar, mine), await statusWith(hangar, other)]).toEqual([401, 200]);
    expect((await logOut(hangar, mine)).status).toBe(200);
  });

  test('ends its event streams when it ends', async () => {
    const hangar = await guarded();
    const [mine, other] = [await logIn(hangar), await logIn(hangar)];
    const follow = async (cookie: string) => {
      const headers = { Host: HOST, Cookie: cookie };
      const { body } = await requestInProcess(hangar.server, `http://${HOST}/_emulator/events`, { headers });
      return body!.getReader();
    };
    const [ended, alive] = [await follow(mine), await follow(other)];
    await logOut(hangar, mine);
    let last = await ended.read();
    while (!last.done) last = await ended.read();
    let isAliveDone = false;
    void alive.closed.then(() => {
      isAliveDone = true;
    });
    await settled();
    expect(isAliveDone).toBe(false);
    await alive.cancel();
  });

  test('is valid only at the host and port at which it was opened, and on that server', async () => {
    const hangar = await guarded();
    const cookie = await logIn(hangar);
    const renamed = cookie.replace('4100', '4101');
    expect([
      await statusWith(hangar, cookie),
      await statusWith(hangar, cookie, 'localhost:4100'),
      await statusWith(hangar, renamed, '127.0.0.1:4101'),
      await statusWith(await guarded(), cookie),
    ]).toEqual([200, 401, 401, 401]);
  });

  test('ends a day after its last use, and a week after it was opened', async () => {
    const hangar = await guarded();
    const [idle, used] = [await logIn(hangar), await logIn(hangar)];
    const statuses: number[] = [];
    for (let hours = 0; hours <= 7 * 24; hours += 23) {
      statuses.push(await statusWith(hangar, used));
      await hangar.clock.advance(23 * 3600);
    }
    expect(statuses).toEqual(statuses.map(() => 200));
    expect([await statusWith(hangar, used), await statusWith(hangar, idle)]).toEqual([401, 401]);
  });

  test('ends, as the least recently used one, when there are more than a hundred', async () => {
    const hangar = await guarded();
    const cookies: string[] = [];
    for (let n = 0; n < 100; n++) cookies.push(await logIn(hangar));
    await statusWith(hangar, cookies[0]!);
    cookies.push(await logIn(hangar));
    expect([
      await statusWith(hangar, cookies[0]!),
      await statusWith(hangar, cookies[1]!),
      await statusWith(hangar, cookies[2]!),
      await statusWith(hangar, cookies[100]!),
    ]).toEqual([200, 401, 200, 200]);
  });

  test('is neither needed nor opened without a token', async () => {
    const hangar = await testEmulator();
    const login = await hangar.send('/_emulator/login', { body: { token: 'any' } });
    expect([login.status, login.headers['set-cookie']]).toEqual([200, undefined]);
  });
});

/** Resolves when everything was answered that waits for no timer. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await settled();
}

describe('guessing the admin token', () => {
  /** Sends a request without waiting for its answer; the list gets the status when it comes. */
  function ask(hangar: TestEmulator, answers: number[], token: string, way: 'bearer' | 'login' = 'bearer'): void {
    const answer =
      way === 'bearer'
        ? hangar.send(RUNS, { headers: { Authorization: `Bearer ${token}` } })
        : hangar.send('/_emulator/login', { body: { token } });
    void answer.then(({ status }) => answers.push(status));
  }

  test.each(['bearer', 'login'] as const)('is answered with growing delays (%s)', async (way) => {
    const hangar = await guarded();
    const delays: number[][] = [];
    for (let guess = 0; guess < 6; guess++) {
      const answers: number[] = [];
      ask(hangar, answers, `wrong-${guess}`, way);
      let waited = 0;
      await answered();
      for (; answers.length === 0; waited += 125) await hangar.clock.advance(0.125);
      delays.push([waited, ...answers]);
    }
    expect(delays).toEqual([
      [0, 401],
      [0, 401],
      [0, 401],
      [125, 401],
      [250, 401],
      [500, 401],
    ]);
  });

  test('is refused unchecked when many arrive at once, without delaying others', async () => {
    const hangar = await guarded();
    const cookie = await logIn(hangar);
    const guesses: number[] = [];
    for (let guess = 0; guess < 50; guess++) ask(hangar, guesses, `wrong-${guess}`);
    await answered();
    // Three at once, ten that wait, and all others are not even looked at.
    expect(guesses.filter((status) => status === 401)).toHaveLength(3);
    expect(guesses.filter((status) => status === 429)).toHaveLength(37);
    const right = await hangar.send(RUNS, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect([right.status, Number(right.headers['retry-after'])]).toEqual([429, 4]);
    expect([await statusWith(hangar, cookie), (await hangar.send('/v0/runs/list')).status]).toEqual([200, 200]);
    await hangar.clock.advance(4);
    expect(guesses.filter((status) => status === 401)).toHaveLength(13);
    expect((await hangar.send(RUNS, { headers: { Authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  });

  test('does not delay the right token while there is a free slot', async () => {
    const hangar = await guarded();
    const guesses: number[] = [];
    for (let guess = 0; guess < 9; guess++) ask(hangar, guesses, `wrong-${guess}`);
    await answered();
    expect(guesses).toEqual([401, 401, 401]);
    const right: number[] = [];
    ask(hangar, right, TOKEN);
    await answered();
    expect(right).toEqual([200]);
  });

  test('is forgotten after a minute without a wrong token', async () => {
    const hangar = await guarded();
    const guesses: number[] = [];
    for (let guess = 0; guess < 5; guess++) ask(hangar, guesses, 'wrong');
    await hangar.clock.advance(61);
    expect(guesses).toHaveLength(5);
    ask(hangar, guesses, 'wrong');
    await answered();
    expect(guesses).toHaveLength(6);
  });

  test('does not count requests without a token, or with the cookie of an ended session', async () => {
    const hangar = await guarded();
    const answers = [];
    for (let n = 0; n < 30; n++)
      answers.push(await hangar.send(RUNS), await statusWith(hangar, 'hangar_admin_4100=old'));
    ask(hangar, [], 'wrong');
    expect((await hangar.send(RUNS, { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401);
  });
});

describe('a proof that the server knows the admin token', () => {
  const nonce = 'n'.repeat(43);
  const ask = async (hangar: TestEmulator, asked = nonce, headers: Record<string, string> = {}) => {
    const answer = await hangar.send(`/_emulator/proof?nonce=${encodeURIComponent(asked)}`, { key: null, headers });
    return { ...answer, json: answer.json as { port: number; proof: string | null } };
  };

  test('is given to anybody, and holds for its nonce, its port and its token only', async () => {
    const hangar = await guarded();
    const { status, text, json } = await ask(hangar);
    expect([status, json.port, text.includes(TOKEN)]).toEqual([200, 0, false]);
    const proof = json.proof ?? '';
    const holds = async (token: string, challenge: { nonce: string; port: number }) =>
      isAdminProof(proof, await adminProofKey(token), challenge);
    expect([
      await holds(TOKEN, { nonce, port: 0 }),
      await holds(TOKEN, { nonce, port: 1 }),
      await holds(TOKEN, { nonce: `${nonce}n`, port: 0 }),
      await holds(`${TOKEN}x`, { nonce, port: 0 }),
    ]).toEqual([true, false, false, false]);
    expect((await ask(hangar, 'm'.repeat(43))).json.proof).not.toBe(proof);
    // Not what a program would ask for another purpose, nor what can be tried fast.
    for (const text of [nonce, `0${nonce}`, `0:${nonce}`])
      expect(createHmac('sha256', TOKEN).update(text).digest('base64url')).not.toBe(proof);
  });

  test('does not exist without a token, and opens nothing', async () => {
    expect((await ask(await testEmulator())).json).toEqual({ port: 0, proof: null });
    const hangar = await guarded();
    const { proof } = (await ask(hangar)).json;
    for (const [name, value] of [
      ['Authorization', `Bearer ${proof}`],
      ['Cookie', `hangar_admin_4100=${proof}`],
    ] as const)
      expect((await hangar.send(RUNS, { headers: { [name]: value } })).status).toBe(401);
    expect(await hangar.send('/_emulator/login', { body: { token: proof } })).toMatchObject({ status: 401 });
  });

  test.each(['', 'short', 'n'.repeat(65), `${'n'.repeat(40)}"]`, `${'n'.repeat(40)}\n`])(
    'is not made for the nonce %j',
    async (asked) => {
      expect(await ask(await guarded(), asked)).toMatchObject({ status: 400, text: expect.stringContaining('nonce') });
    },
  );

  test('is not given to a page of another origin', async () => {
    expect(await ask(await guarded(), nonce, { Origin: 'http://evil.example' })).toMatchObject({ status: 403 });
  });
});
