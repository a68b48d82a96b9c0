import { generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { TokenSigner } from '../../electron/emulator/host/token-signer.ts';
import { type TestEmulator, testEmulator } from '../support/emulator.ts';
import { HELD, heldRun } from '../support/held-run.ts';

const DER = { format: 'der', type: 'pkcs8' } as const;
const ISSUER = 'http://127.0.0.1:4100';
const AUDIENCE = 'https://pay.example.com';
const WORKSPACE = {
  environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
  tasks: [{ slug: 'ask', behavior: HELD, concurrency: 10 }],
};

let hangar: TestEmulator;
let key: string;
let runID: string;

beforeEach(async () => {
  hangar = await testEmulator(WORKSPACE);
  ({ key, runID } = await heldRun(hangar.api, 'ask', 'prod'));
});

async function tokenOf(own = key, emulator = hangar): Promise<string> {
  const { token } = await emulator.withKey(own).runtime.oidc.generateIDToken({ body: { audience: AUDIENCE } });
  return token;
}

const keysOf = async (emulator = hangar) => createLocalJWKSet(await emulator.api.runtime.oidc.keys());
const now = (emulator = hangar) => new Date(emulator.engine.time.nextTimestamp() / 1000);

describe('an ID token', () => {
  test('is verified by another library, which finds the key by the discovery document', async () => {
    const configuration = await hangar.api.runtime.oidc.configuration();
    expect(configuration).toMatchObject({ issuer: ISSUER, id_token_signing_alg_values_supported: ['RS256'] });
    const token = await tokenOf();
    const keys = createRemoteJWKSet(new URL(configuration.jwks_uri), {
      [customFetch]: async (url: string) => {
        const { status, json } = await hangar.send(new URL(url).pathname, { key: null });
        return new Response(JSON.stringify(json), { status });
      },
    });
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...{ issuer: configuration.issuer, audience: AUDIENCE, currentDate: now() },
    });
    const { environments } = hangar.engine.definitions();
    const [task] = (await hangar.api.emulator.definitions.tasks.list()).items;
    const { run } = await hangar.api.emulator.runs.get({ params: { id: runID } });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(payload).toMatchObject({
      ...{ iss: ISSUER, aud: AUDIENCE, sub: run.createdBy, run: runID, task: 'ask', taskID: task?.id },
      ...{ environment: 'prod', environmentID: environments.bySlug('prod')?.id },
    });
    expect(Object.keys(payload).toSorted()).toEqual(configuration.claims_supported.toSorted());
  });

  test('is valid for an hour of the emulated clock', async () => {
    const token = await tokenOf();
    const keys = await keysOf();
    const verify = (currentDate: Date) => jwtVerify(token, keys, { currentDate });
    const { payload } = await verify(now());
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    await hangar.clock.advance(3601);
    await expect(verify(now())).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });

  test('that was changed is refused', async () => {
    const [head = '', , signature = ''] = (await tokenOf()).split('.');
    const claims = Buffer.from(JSON.stringify({ iss: ISSUER, aud: AUDIENCE, sub: 'mallory' })).toString('base64url');
    await expect(jwtVerify(`${head}.${claims}.${signature}`, await keysOf())).rejects.toThrow(/signature/);
  });

  test('names the audience as it is given, without effect on the other claims', async () => {
    const audience = '","sub":"mallory","x":"\u0000é🚚';
    const { token } = await hangar.withKey(key).runtime.oidc.generateIDToken({ body: { audience } });
    const { payload } = await jwtVerify(token, await keysOf(), { audience, currentDate: now() });
    expect(payload.sub).not.toBe('mallory');
  });
});

describe('the key', () => {
  test('is generated once, even for concurrent tokens', async () => {
    const tokens = await Promise.all([tokenOf(), tokenOf(), tokenOf()]);
    const keys = await keysOf();
    for (const token of tokens) await jwtVerify(token, keys, { currentDate: now() });
    expect((await hangar.api.runtime.oidc.keys()).keys).toHaveLength(1);
  });

  test('is kept over a restart and a reset', async () => {
    const token = await tokenOf();
    const again = await hangar.restart();
    await again.api.emulator.reset({ body: {} });
    await jwtVerify(token, await keysOf(again), { currentDate: now(again) });
  });

  test.each([
    ['no key', 'AAAA'],
    ['text', 'no key at all'],
    ['too short', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export(DER).toString('base64')],
    ['of another kind', generateKeyPairSync('ed25519').privateKey.export(DER).toString('base64')],
    ['empty', ''],
  ])('is generated again when the stored one is %s', async (_, value) => {
    hangar.state.put('secret', { id: 'idTokenKey', value });
    await jwtVerify(await tokenOf(), await keysOf(), { currentDate: now() });
    expect(hangar.state.get('secret', 'idTokenKey')?.value).not.toBe(value);
  });

  test('of an import is used from then on', async () => {
    await tokenOf();
    const other = await testEmulator(WORKSPACE);
    const [{ kid } = { kid: '' }] = (await other.api.runtime.oidc.keys()).keys;
    await hangar.api.emulator.import({ body: await other.api.emulator.export() });
    expect((await hangar.api.runtime.oidc.keys()).keys[0]?.kid).toBe(kid);
  });

  test('shows its public part only', async () => {
    const { keys } = await hangar.api.runtime.oidc.keys();
    expect(keys.map((each) => Object.keys(each).toSorted())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']]);
  });

  test('is in no bundle', async () => {
    await tokenOf();
    const value = hangar.state.get('secret', 'idTokenKey')?.value ?? '';
    expect(value.length).toBeGreaterThan(1000);
    const bundle = await hangar.send('/_emulator/bundle');
    expect(bundle.status).toBe(200);
    expect(bundle.text).not.toContain(value.slice(100, 200));
  });

  test('that cannot be generated fails the request, and the next one tries again', async () => {
    let isFull = true;
    const kept = new Map<string, { id: string; value: string }>();
    const signer = new TokenSigner({
      get: (_kind: string, id: string) => kept.get(id) as never,
      put: (_kind: string, secret: unknown) => {
        if (isFull) throw new Error('the disk is full');
        kept.set('idTokenKey', secret as { id: string; value: string });
      },
    });
    await expect(signer.publicKey()).rejects.toThrow('the disk is full');
    isFull = false;
    expect((await signer.publicKey()).kty).toBe('RSA');
  });
});

test.each([
  ['with an empty one', { audience: '' }],
  ['with more than 1,000 characters', { audience: 'a'.repeat(1001) }],
])('a call %s is refused', async (_, body) => {
  const { status, json } = await hangar.send('/v0/oidc/generateIDToken', { key, body });
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { error: expect.stringMatching(/audience/) as string },
  });
});

test('the public key needs no key', async () => {
  for (const path of ['/.well-known/jwks.json', '/.well-known/openid-configuration'])
    expect((await hangar.send(path, { key: null })).status).toBe(200);
});
