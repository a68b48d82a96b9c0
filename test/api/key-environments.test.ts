import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { fillPath } from '../../shared/http/client.ts';
import { type Endpoint, endpointsOf } from '../../shared/http/endpoint.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { documentedDecision } from '../../shared/registry/decisions.ts';
import { openApiDocument } from '../../shared/http/openapi.ts';
import { type ReadAnswer, type TestEmulator, testEmulator, type TestRequest } from '../support/emulator.ts';
import { settled } from '../support/fake-clock.ts';
import { keyOfRun } from '../support/held-run.ts';
import { TOUR, TOUR_WORKSPACE, type Stop } from './tour.ts';

const ADA = 'ada@example.com';
/** The tour's workspace, in which everything belongs to `prod`, beside a key that is limited to `dev`. */
const WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  ...TOUR_WORKSPACE,
  environments: [{ slug: 'dev' }, { slug: 'prod', default: true }],
  apiKeys: [
    { name: 'dev', key: 'tkn_dev', user: ADA, environments: ['dev'] },
    { name: 'all', key: 'tkn_all', user: ADA },
  ],
};

const operations = [...endpointsOf(contract)].filter(({ endpoint }) => endpoint.access === 'key');
const about = (of: string) =>
  operations.filter(({ endpoint: { concerns } }) => (typeof concerns === 'object' ? 'item' : concerns) === of);
const document = openApiDocument(contract, { title: 'All', version: '0', decision: documentedDecision });
const documentedPaths = document['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>;

async function keyOf(hangar: TestEmulator, starter: string): Promise<string> {
  const { json } = await hangar.send('/v0/tasks/execute', {
    key: starter,
    headers: { 'X-Service-Env-Slug': 'dev' },
    body: { slug: 'held' },
  });
  return keyOfRun(hangar.api, (json as { runID: string }).runID);
}

/** Those who act for a key that is limited to `dev`. */
const LIMITED: Record<string, (hangar: TestEmulator) => Promise<string>> = {
  'a key': () => Promise.resolve('tkn_dev'),
  'the key of a run that it executed': (hangar) => keyOf(hangar, 'tkn_dev'),
  'the key of a run that this run executed': async (hangar) => keyOf(hangar, await keyOf(hangar, 'tkn_dev')),
};

function requestOf(
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Stop,
  rest: TestRequest,
): [string, TestRequest] {
  const search = new URLSearchParams(query).toString();
  const path = fillPath(endpoint.path, params) + (search === '' ? '' : `?${search}`);
  return [path, { method: endpoint.method, ...(body === undefined ? {} : { body: body as object }), ...rest }];
}

/** The whole state but the times and the number of requests. */
async function stateOf(hangar: TestEmulator): Promise<string> {
  await settled();
  return (await hangar.send('/_emulator/export')).text.replace(/"exportedAt":"[^"]*"/, '');
}

function expectRefusal(answer: ReadAnswer, endpoint: Endpoint): void {
  expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  const { responses } = documentedPaths[endpoint.path]![endpoint.method.toLowerCase()]!;
  expect(Object.keys(responses)).toContain('403');
}

describe('decision roles: a key that is limited to an environment', () => {
  test('every operation with a key says which environment it concerns, and in a field that it has', () => {
    for (const { name, endpoint } of operations) {
      expect([name, endpoint.concerns]).toEqual([name, expect.anything()]);
      if (typeof endpoint.concerns !== 'object') continue;
      const fields = { ...endpoint.query?.shape, ...(endpoint.body as { shape?: object } | undefined)?.shape };
      expect(Object.keys(fields)).toContain(endpoint.concerns.field);
    }
  });

  describe.each(Object.entries(LIMITED))('as %s', (_name, limited) => {
    test.each([...about('item'), ...about('selected')])(
      '$name is refused for another environment, and changes nothing',
      async ({ name, endpoint }) => {
        const hangar = await testEmulator(WORKSPACE);
        const key = await limited(hangar);
        const stop = await TOUR[name]!(hangar.withKey('tkn_all'), hangar.withKey);
        const headers = endpoint.concerns === 'selected' ? { 'X-Service-Env-Slug': 'prod' } : {};
        const before = await stateOf(hangar);
        for (const more of [{}, { unknown: 1 }]) {
          const sent = stop.body === undefined ? stop : { ...stop, body: { ...stop.body, ...more } };
          expectRefusal(await hangar.send(...requestOf(endpoint, sent, { key, headers })), endpoint);
        }
        expect(await stateOf(hangar)).toBe(before);
        // It is the limit that refuses: the same request of the same owner's other key succeeds.
        const answer = await hangar.send(...requestOf(endpoint, stop, { key: 'tkn_all', headers }));
        expect(answer.status).toBe(200);
      },
    );

    test.each(about('listed'))('$name leaves out what belongs to another environment', async ({ name, endpoint }) => {
      const hangar = await testEmulator(WORKSPACE);
      const all = hangar.withKey('tkn_all');
      const key = await limited(hangar);
      await all.v0.tasks.execute({ body: { slug: 'quick' } });
      await all.v0.runbooks.execute({ body: { slug: 'book' } });
      await settled();
      for (const query of [{}, (await TOUR[name]!(all, hangar.withKey)).query ?? {}]) {
        const read = async (as: string) =>
          (await hangar.send(...requestOf(endpoint, { query }, { key: as }))).text.match(/"id":"\w+"/g) ?? [];
        const ids = (await read('tkn_all')).map((found) => found.slice(6, -1));
        const own = await read(key);
        expect(ids.length).toBeGreaterThan(own.length);
        for (const id of own.map((found) => found.slice(6, -1))) {
          const { environmentID } = hangar.state.get('run', id) ?? hangar.state.get('session', id)!;
          expect(environmentID).toBe(hangar.engine.definitions().environments.find('dev')?.id);
        }
      }
    });
  });

  test.each(about('ownRun'))(
    '$name is refused to its run once the key is kept from the environment of the run',
    async ({ name, endpoint }) => {
      const hangar = await testEmulator(WORKSPACE);
      const key = await keyOf(hangar, 'tkn_dev');
      const stop = await TOUR[name]!(hangar.withKey('tkn_all'), hangar.withKey);
      const allowed = await hangar.send(...requestOf(endpoint, stop, { key }));
      expect(allowed.status).not.toBe(403);
      await hangar.api.emulator.definitions.apiKeys.replace({
        params: { id: 'tkn_dev' },
        body: { name: 'dev', key: 'tkn_dev', user: ADA, environments: ['prod'] },
      });
      const before = await stateOf(hangar);
      expectRefusal(await hangar.send(...requestOf(endpoint, stop, { key })), endpoint);
      expect(await stateOf(hangar)).toBe(before);
    },
  );

  test.each(['submit', 'cancel'])('does not %s a prompt elsewhere, though its owner is a reviewer', async (how) => {
    const steps = [{ do: 'prompt' as const, reviewers: { users: [ADA] } }];
    const hangar = await testEmulator({ ...WORKSPACE, tasks: [{ slug: 'asks', behavior: { kind: 'steps', steps } }] });
    const [before, after] = [await hangar.withKey('tkn_all').v0.tasks.execute({ body: { slug: 'asks' } }), 'prompts'];
    await settled();
    const { prompts } = await hangar.withKey('tkn_all').v0.prompts.list({ query: { runID: before.runID } });
    const body = { id: prompts[0]!.id, values: {} };
    expect(await hangar.send(`/v0/${after}/${how}`, { key: 'tkn_dev', body })).toMatchObject({ status: 403 });
    const call = { caller: hangar.engine.access.byKey('tkn_dev')!, warn: () => undefined };
    expect(() => hangar.engine.prompts.cancel(body.id, call)).toThrow('You may not see or use this run.');
    expect(await hangar.send(`/v0/${after}/${how}`, { key: 'tkn_all', body })).toMatchObject({ status: 200 });
  });

  test('learns nothing of a prompt elsewhere from the problems of a wrong body', async () => {
    const hangar = await testEmulator(WORKSPACE);
    const stop = await TOUR['v0.prompts.submit']!(hangar.withKey('tkn_all'), hangar.withKey);
    const body = { ...(stop.body as object), values: 5 };
    const { json } = await hangar.send('/v0/prompts/submit', { key: 'tkn_dev', body });
    expect(json).toEqual({ code: 'invalid_request', error: expect.stringMatching(/^values: [^;]*$/) });
  });

  test('does not use a file that a run elsewhere has made', async () => {
    const tasks = [
      ...TOUR_WORKSPACE.tasks!,
      { slug: 'takes', parameters: [{ slug: 'file', type: 'upload' as const }] },
    ];
    const hangar = await testEmulator({ ...WORKSPACE, tasks });
    const { runID } = await hangar.api.emulator.runs.execute({ params: { id: 'held' }, body: {} });
    const made = await hangar
      .withKey(await keyOfRun(hangar.api, runID))
      .runtime.uploads.create({ body: { fileName: 'a.txt', sizeBytes: 0 } });
    const body = { slug: 'takes', paramValues: { file: made.upload.id } };
    const send = (key: string) =>
      hangar.send('/v0/tasks/execute', { key, headers: { 'X-Service-Env-Slug': 'dev' }, body });
    expect(await send('tkn_dev')).toMatchObject({ status: 400, text: expect.stringContaining('no uploaded file') });
    expect(await send('tkn_all')).toMatchObject({ status: 200 });
  });
});

describe('the key of a run', () => {
  const hidden = { slug: 'hidden', isPrivate: true };
  const tasks = [
    ...TOUR_WORKSPACE.tasks!.map((task) => ({ ...task, webhooks: { plain: { secret: 'plain' } } })),
    hidden,
  ];
  const start = () => testEmulator({ ...WORKSPACE, tasks });

  test.each([
    { gone: 'key', status: [200, 403, 403] },
    { gone: 'owner', status: [403, 403, 403] },
  ])('is no admin once the $gone of its creator was deleted', async ({ gone, status }) => {
    const hangar = await start();
    const key = await keyOf(hangar, 'tkn_all');
    const send = async (slug: string, environment: string) => {
      const headers = { 'X-Service-Env-Slug': environment };
      return (await hangar.send('/v0/tasks/execute', { key, headers, body: { slug } })).status;
    };
    const all = async () => [await send('quick', 'dev'), await send('quick', 'prod'), await send('hidden', 'dev')];
    expect(await all()).toEqual([200, 200, 200]);
    const { definitions } = hangar.api.emulator;
    if (gone === 'key') await definitions.apiKeys.remove({ params: { id: 'tkn_all' } });
    else await definitions.users.remove({ params: { id: ADA } });
    expect(await all()).toEqual(status);
  });

  test("of a webhook's run is bound to the webhook's environment", async () => {
    const hangar = await start();
    const { id } = await hangar.api.emulator.definitions.tasks.get({ params: { id: 'held' } });
    const { json } = await hangar.send(`/v0/webhooks/dev/${id}/plain`, { key: null, body: {} });
    const key = await keyOfRun(hangar.api, (json as { runID: string }).runID);
    const send = (headers: Record<string, string>) =>
      hangar.send('/v0/tasks/execute', { key, headers, body: { slug: 'hidden' } });
    expect(await send({})).toMatchObject({ status: 200 });
    expect(await send({ 'X-Service-Env-Slug': 'prod' })).toMatchObject({ status: 403 });
  });
});
