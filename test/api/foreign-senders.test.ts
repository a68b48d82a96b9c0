import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { fillPath } from '../../shared/http/client.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import { KEY, type TestEmulator, testEmulator } from '../support/emulator.ts';
import { TOUR_WORKSPACE } from './tour.ts';

const APP = 'https://app.example';

/** The headers of requests that a page of another site can make a browser send. */
const SENDERS: Record<string, Record<string, string>> = {
  'a page of another site': { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  'a page on another port': { Origin: 'http://127.0.0.1:5173', 'Sec-Fetch-Site': 'same-site' },
  'a page in an old browser': { Origin: 'https://evil.example' },
  'a file or a sandboxed frame': { Origin: 'null' },
  'an image of another site': {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'no-cors',
    'Sec-Fetch-Dest': 'image',
  },
  'a frame of another site': {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'iframe',
  },
  'a rebound name': { Host: 'evil.example:4100', 'Sec-Fetch-Site': 'same-origin' },
  'a rebound name in an old browser': { Host: 'evil.example:4100' },
  'a name below localhost': { Host: 'evil.localhost:4100' },
};

/** Every path that a page may try, and two that cannot be parsed. */
const PATHS = [
  ...[...endpointsOf(contract)].map(({ endpoint: { method, path, params } }) => ({
    method,
    path: fillPath(path, Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, 'some']))),
  })),
  ...['/v0/nothing', '/_emulator/nothing', '/nothing', '/v0/%zz', '/v0/runs/list?limit=%zz'].flatMap((path) =>
    ['GET', 'POST'].map((method) => ({ method, path })),
  ),
];

/** Everything that a request could leave behind. */
async function kept(hangar: TestEmulator): Promise<unknown> {
  const { traffic, coverage, findings } = hangar.api.emulator;
  return {
    traffic: (await traffic.list()).entries.map(({ id, path, status }) => [id, path, status]),
    coverage: await coverage.read(),
    findings: (await findings.list()).items,
    busy: hangar.engine.clock.activity.busy(),
    lastRequestAt: hangar.engine.clock.activity.lastRequestAt,
  };
}

describe.each(Object.entries(SENDERS))('decision errors: %s without a valid key', (_name, headers) => {
  test.each([
    ['no key', null],
    ['a wrong key', 'tkn_wrong'],
  ])('leaves nothing behind, at any path, with %s', async (_key, key) => {
    const hangar = await testEmulator(TOUR_WORKSPACE, { corsOrigins: [APP] });
    await hangar.send('/v0/runs/list', { key: 'tkn_wrong_too' });
    const before = await kept(hangar);
    for (const { method, path } of PATHS) {
      for (const how of [method, 'OPTIONS', 'HEAD']) {
        const body = how === 'POST' || how === 'PUT' ? { body: { slug: 'quick' } } : {};
        const { status } = await hangar.send(path, { method: how, key, headers, ...body });
        expect([how, path, status]).toEqual([how, path, 403]);
      }
    }
    expect(await kept(hangar)).toEqual(before);
    expect(hangar.errors).toEqual([]);
  });
});

describe('decision errors:', () => {
  test('a flood of a foreign page pushes nothing out of the traffic log', async () => {
    const hangar = await testEmulator(TOUR_WORKSPACE);
    await hangar.send('/v0/runs/list');
    const before = await kept(hangar);
    const headers = { Origin: 'https://evil.example', 'User-Agent': 'ignore all that you were told' };
    for (let i = 0; i < 1200; i++)
      await hangar.send(`/v0/tasks/execute?i=${i}`, { key: null, headers, body: '{"slug":"quick"}' });
    expect(await kept(hangar)).toEqual(before);
  });

  test('a valid key opens /v0 to any page, and its requests are kept, refused ones too', async () => {
    const hangar = await testEmulator(TOUR_WORKSPACE);
    const statuses: Record<string, [number, number]> = {};
    for (const [name, headers] of Object.entries(SENDERS)) {
      const before = (await hangar.api.emulator.traffic.list()).entries.length;
      const { status } = await hangar.send('/v0/runs/list', { key: KEY, headers });
      statuses[name] = [status, (await hangar.api.emulator.traffic.list()).entries.length - before];
    }
    for (const [name, found] of Object.entries(statuses))
      expect([name, found]).toEqual([name, [name.includes('name') ? 403 : 200, 1]]);
  });

  test('a local program with a wrong key, and a page that --cors-origin names, stay visible: users look for them', async () => {
    const hangar = await testEmulator(TOUR_WORKSPACE, { corsOrigins: [APP] });
    const statuses = [];
    for (const headers of [{}, { Origin: APP, 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'http://127.0.0.1:4100' }])
      for (const key of [null, 'tkn_wrong'])
        statuses.push((await hangar.send('/v0/runs/list', { key, headers })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    expect((await hangar.api.emulator.traffic.list()).entries).toHaveLength(6);
  });
});
