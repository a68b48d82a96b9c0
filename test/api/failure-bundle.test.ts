import { describe, expect, test } from 'vitest';
import type { Json } from '../../shared/values/json.ts';
import { bundleOf } from '../support/bundles.ts';
import { KEY, testEmulator } from '../support/emulator.ts';
import { PLANTED, PLANTED_WORKSPACE, secretsShown, showings, textsOf } from '../support/planted-secrets.ts';

describe('GET /_emulator/bundle', () => {
  test('has definitions, state, clock, faults, findings and traffic as one compressed file', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'greet', parameters: [{ slug: 'name', name: 'Name' }] }],
      answers: [{ slug: 'yes', submit: {} }],
    });
    await hangar.api.emulator.faults.create({
      body: { slug: 'busy', match: { operation: 'runs/list' }, kind: 'error', status: 503, times: 3 },
    });
    const { json } = await hangar.send('/v0/tasks/execute', {
      body: { slug: 'greet', paramValues: { name: 'Ada', nmae: 'x' } },
    });
    const { runID } = json as { runID: string };
    await hangar.clock.advance(200);
    await hangar.send('/v0/runs/list');
    const { answer, bundle } = await bundleOf(hangar);
    expect(answer.headers.get('Content-Type')).toBe('application/gzip');
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="hangar.hangar-bundle"');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(bundle).toMatchObject({
      file: 'hangar-bundle',
      version: 1,
      hangar: '0.0.0',
      definitions: { version: 1, tasks: [{ slug: 'greet' }], answers: [{ slug: 'yes' }] },
      clock: { state: 'running' },
      faults: [{ slug: 'busy', source: 'runtime', matched: 1, applied: 1 }],
      answers: [{ slug: 'yes', source: 'workspace' }],
      findings: [{ rule: 'dropped-values', runIDs: [runID] }],
      traffic: [
        { path: '/v0/tasks/execute', runID },
        { path: '/v0/runs/list', status: 503 },
      ],
      omitted: {
        masked: { 'api-key': 1 },
        cut: { bodies: 0, texts: 0 },
        leftOut: { uploads: 0, requests: 0, sandboxes: 0 },
      },
    });
    expect(bundle.state.find(({ kind }) => kind === 'run')!.entity).toMatchObject({ id: runID });
    expect(bundle.findings[0]!.requestIDs).toContain(bundle.traffic[0]!.id);
    expect(textsOf(bundle).filter((text) => text.includes(KEY))).toEqual([]);
    expect(hangar.errors).toEqual([]);
  });

  test.each(PLANTED)('shows no $kind, in no spelling, as the HTTP archive', async ({ secret, request }) => {
    const hangar = await testEmulator(PLANTED_WORKSPACE, { adminToken: 'admin-token-planted-4' });
    const admin = { Authorization: 'Bearer admin-token-planted-4' };
    if (request !== undefined) await hangar.send(request.path, request);
    for (const text of showings(secret)) {
      const client = { 'User-Agent': /^[\x20-\x7e]*$/.test(text) ? text : 'none' };
      const runID = await hangar.execute('echo', { text }, client);
      await hangar.send(`/v0/runs/getOutputs?id=${runID}`);
      await hangar.send(`/v0/runs/getLogs?runID=${runID}&text=${encodeURIComponent(text)}`);
    }
    const { bundle } = await bundleOf(hangar, admin);
    const outputs = bundle.state.filter(({ kind, entity }) => kind === 'run' && entity['output'] !== undefined);
    expect(outputs.length).toBeGreaterThanOrEqual(showings(secret).length);
    const { json: archive } = await hangar.send('/_emulator/traffic.har?limit=100000', { headers: admin });
    expect((archive as { log: { entries: unknown[] } }).log.entries.length).toBeGreaterThanOrEqual(
      3 * showings(secret).length,
    );
    expect([secretsShown(textsOf(bundle)), secretsShown(textsOf(archive))]).toEqual([[], []]);
    expect(hangar.errors).toEqual([]);
  });

  test.each(PLANTED)('the tests find a $kind in each spelling', ({ kind, secret }) => {
    expect(showings(secret).filter((text) => !secretsShown([text]).includes(kind))).toEqual([]);
  });

  test('replaces equal secrets by equal placeholders, in definitions, state and traffic', async () => {
    const hangar = await testEmulator(PLANTED_WORKSPACE);
    await hangar.send('/v0/runs/list', { key: 'tkn_planted_in_workspace_1' });
    await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', paramValues: { text: 'sk_live_planted_11' } } });
    const { bundle } = await bundleOf(hangar);
    const [, key] = bundle.definitions['apiKeys'] as { key: string }[];
    expect(key!.key).toMatch(/^tkn_masked-api-key-\d+$/);
    expect(bundle.traffic[0]!.headers).toContain(key!.key);
    const [environment] = bundle.definitions['environments'] as { config: Record<string, string> }[];
    const placeholder = environment!.config['STRIPE_SECRET_KEY'];
    expect(placeholder).toMatch(/^masked-\w+-\d+$/);
    expect(bundle.state.find(({ kind }) => kind === 'run')!.entity['paramValues']).toMatchObject({ text: placeholder });
    const { bundle: again } = await bundleOf(hangar);
    for (const part of ['definitions', 'state', 'traffic', 'omitted'] as const)
      expect(again[part]).toEqual(bundle[part]);
  });

  test('keeps references between definitions that are also passwords', async () => {
    const hangar = await testEmulator({
      resources: [
        {
          slug: 'postgres_main',
          kind: 'postgres',
          resource: { ...{ host: 'h', port: '1', database: 'd', username: 'u', ssl: 'disable' }, password: 'postgres' },
        },
      ],
      tasks: [{ slug: 'report', resources: { db: 'postgres_main' } }],
    });
    const { bundle } = await bundleOf(hangar);
    expect(bundle.definitions).toMatchObject({
      resources: [
        { slug: 'postgres_main', kind: 'postgres', resource: { password: expect.stringMatching(/^masked-/) } },
      ],
      tasks: [{ resources: { db: 'postgres_main' } }],
    });
  });

  test('shortens long texts and omits keys, and reports both', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'echo', parameters: [{ slug: 'text', name: 'Text', constraints: { optional: true } }] }],
    });
    await hangar.send('/v0/tasks/execute', { body: { slug: 'echo', paramValues: { text: 'a'.repeat(1_100_000) } } });
    const { bundle } = await bundleOf(hangar);
    expect(bundle.omitted).toMatchObject({ cut: { bodies: 1, texts: 1 } });
    expect(bundle.state.filter(({ kind }) => kind === 'secret')).toEqual([]);
  });

  test('shows the name of an API key, and no key, in findings and faults', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'greet' }],
      apiKeys: [{ name: 'Continuous integration', key: 'tkn_planted_in_workspace_9' }],
    });
    await hangar.api.emulator.faults.create({
      body: { slug: 'busy', match: { apiKey: 'Continuous integration' }, kind: 'delay', seconds: 0 },
    });
    const body = { slug: 'greet', paramValues: { nmae: 'x', apiKey: 'not-a-name-of-a-key' } };
    await hangar.send('/v0/tasks/execute', { key: 'tkn_planted_in_workspace_9', body });
    const { bundle } = await bundleOf(hangar);
    expect(bundle.findings).toMatchObject([{ rule: 'dropped-values', apiKey: 'Continuous integration' }]);
    expect(bundle.faults).toMatchObject([{ match: { apiKey: 'Continuous integration' } }]);
    const secrets = ['tkn_planted_in_workspace_9', 'not-a-name-of-a-key'];
    expect(textsOf(bundle).filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });

  test('omits a secret default whose placeholder would be invalid, and reports it', async () => {
    const token = (slug: string, constraints: object, preset: Json = 'sk_planted_default') => ({
      slug: `${slug}_token`,
      default: preset,
      constraints,
    });
    const hangar = await testEmulator({
      tasks: [
        {
          slug: 'pay',
          parameters: [
            token('free', {}),
            token('listed', { options: ['sk_planted_default', 'other'] }),
            token('formed', { regex: 'sk_[a-z_]+' }),
            token('judged', { validate: 'params.judged_token == "x" ? "No" : null' }),
            { ...token('nested', {}, { pin: 'pin-planted-3' }), type: 'json' },
          ],
        },
      ],
    });
    const { bundle } = await bundleOf(hangar);
    const [task] = bundle.definitions['tasks'] as { parameters: { slug: string; default?: Json }[] }[];
    expect(Object.fromEntries(task!.parameters.map(({ slug, default: preset }) => [slug, preset]))).toEqual({
      free_token: 'masked-definition-1',
      listed_token: 'masked-definition-1',
      formed_token: undefined,
      judged_token: undefined,
      nested_token: { pin: expect.stringMatching(/^masked-/) as string },
    });
    expect(bundle.omitted.leftOut.defaults).toBe(2);
  });
});
