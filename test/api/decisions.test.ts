import { describe, expect, test } from 'vitest';
import { ALTERNATIVES, outputsChoice } from '../../shared/registry/decisions.ts';
import type { Json } from '../../shared/values/json.ts';
import { ChosenDecisions } from '../../shared/model/workspace.ts';
import { settled } from '../support/fake-clock.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';
import { steps } from '../support/steps.ts';

const OUTPUTS = { list: [1, 'two'], text: 'done', number: 0, nothing: null, object: { a: [1] } };

const tasks = [
  ...Object.entries(OUTPUTS).map(([slug, value]) => ({ slug, behavior: steps({ do: 'output', value }) })),
  { slug: 'none', behavior: steps() },
  { slug: 'broken', behavior: steps({ do: 'fail', message: 'no paper' }) },
];

async function outputOf({ api }: TestEmulator, slug: string): Promise<{ public: Json; shown: Json }> {
  const { runID } = await api.v0.tasks.execute({ body: { slug } });
  await settled();
  const { output } = await api.v0.runs.getOutputs({ query: { id: runID } });
  return { public: output, shown: (await api.emulator.runs.get({ params: { id: runID } })).output };
}

async function outputsOf(hangar: TestEmulator): Promise<Record<string, Json>> {
  const outputs: Record<string, Json> = {};
  for (const { slug } of tasks) {
    const output = await outputOf(hangar, slug);
    expect(output.shown, slug).toEqual(output.public);
    outputs[slug] = output.public;
  }
  return outputs;
}

describe('settings.decisions', () => {
  test('accepts every choice in the list of decisions, with the first as the default, and no other', () => {
    for (const [name, choices] of Object.entries(ALTERNATIVES)) {
      expect(Object.keys(choices).filter((value) => !ChosenDecisions.safeParse({ [name]: value }).success)).toEqual([]);
      const [first] = Object.keys(choices);
      const settings = { decisions: ChosenDecisions.parse({}) };
      expect({ ...settings.decisions, outputs: outputsChoice(settings) }).toMatchObject({ [name]: first });
      expect(ChosenDecisions.safeParse({ [name]: 'else' }).success).toBe(false);
    }
  });

  test('a choice takes effect at once, and an unknown one is refused by name', async () => {
    const hangar = await testEmulator({ tasks });
    const { settings } = hangar.api.emulator;
    expect((await settings.get()).decisions).toEqual({ 'unknown-fields': 'ignore' });
    expect((await outputOf(hangar, 'list')).public).toEqual({ output: OUTPUTS.list });
    await settings.replace({ body: { decisions: { outputs: 'any' } } });
    expect((await outputOf(hangar, 'list')).public).toEqual(OUTPUTS.list);
    await settings.replace({ body: { sdk: 'acme' } });
    expect((await outputOf(hangar, 'list')).public).toEqual(OUTPUTS.list);
    await settings.replace({ body: { sdk: 'acme', decisions: { outputs: 'object' } } });
    expect((await outputOf(hangar, 'list')).public).toEqual({ output: OUTPUTS.list });
    const refused = await hangar.send('/_emulator/settings', {
      method: 'PUT',
      body: { decisions: { outputs: 'text', nothing: 1 } },
    });
    expect(refused.json).toMatchObject({
      error: 'decisions.outputs: must be one of "object", "any"; decisions.nothing: is not a known field.',
    });
  });

  test('OpenAPI says which decisions can be chosen, at the operation or for all', async () => {
    const hangar = await testEmulator();
    const document = (await hangar.send('/_emulator/openapi/v0.json')).json as {
      info: { 'x-decision': { name: string }[] };
      paths: Record<string, Record<string, { 'x-decision': unknown; requestBody?: unknown }>>;
    };
    expect(document.paths['/v0/runs/getOutputs']!['get']!['x-decision']).toEqual([
      {
        name: 'outputs',
        rule: expect.any(String),
        choices: [
          { value: 'object', rule: ALTERNATIVES.outputs.object },
          { value: 'any', rule: ALTERNATIVES.outputs.any },
        ],
      },
    ]);
    expect(document.info['x-decision']).toContainEqual({
      name: 'unknown-fields',
      rule: expect.any(String),
      choices: [expect.objectContaining({ value: 'ignore' }), expect.objectContaining({ value: 'refuse' })],
    });
    expect(JSON.stringify(document.paths['/v0/resources/create']!['post']!.requestBody)).not.toContain(
      '"additionalProperties":false',
    );
  });
});

describe('decision outputs', () => {
  test('decision outputs: by default an answer is always an object', async () => {
    expect(await outputsOf(await testEmulator({ tasks }))).toEqual({
      list: { output: OUTPUTS.list },
      text: { output: OUTPUTS.text },
      number: { output: OUTPUTS.number },
      nothing: { output: null },
      object: OUTPUTS.object,
      none: {},
      broken: { error: 'no paper' },
    });
  });

  test('decision outputs: with "any" an answer is the value itself', async () => {
    const hangar = await testEmulator({ tasks, settings: { decisions: { outputs: 'any' } } });
    expect(await outputsOf(hangar)).toEqual({ ...OUTPUTS, none: {}, broken: { error: 'no paper' } });
  });
});

describe('the decision that refused a request', () => {
  const workspace = {
    environments: [{ slug: 'dev', default: true }, { slug: 'prod' }],
    apiKeys: [{ name: 'limited', key: 'tkn_limited', environments: ['dev'] }],
    resources: [{ slug: 'mail', kind: 'smtp', resource: {} }],
    tasks: [
      {
        slug: 'paid',
        parameters: [{ slug: 'amount', type: 'integer' as const }],
        webhooks: { hook: { secret: 'hook-secret' } },
        id: 'tskPaid',
      },
      { slug: 'private', isPrivate: true },
    ],
  };
  const cases: [decision: string, path: string, body?: object | string, headers?: Record<string, string>][] = [
    ['', '/v0/runs/list'],
    ['param-rules', '/v0/tasks/execute', { slug: 'paid' }],
    ['param-types', '/v0/tasks/execute', { slug: 'paid', paramValues: { amount: 'many' } }],
    ['param-types', '/v0/tasks/execute', { slug: 'paid', paramValues: [] }],
    ['resource-reference', '/v0/tasks/execute', { slug: 'private', resources: { db: 'none' } }],
    ['caching', '/v0/tasks/execute', { slug: 'private', allowCachedMaxAge: -1 }],
    ['id-field', '/v0/tasks/execute', {}],
    ['id-field', '/v0/tasks/execute', { slug: 1 }],
    ['id-field', '/v0/runbooks/execute', { slug: 'none' }],
    ['body-any-content-type', '/v0/tasks/execute', '{'],
    ['body-any-content-type', '/v0/tasks/execute', []],
    ['body-any-content-type', '/v0/tasks/execute', {}, { 'Content-Encoding': 'br' }],
    ['env-selection', '/v0/tasks/execute?envSlug=none', { slug: 'private' }],
    ['roles', '/v0/tasks/execute?envSlug=prod', { slug: 'private' }, { 'X-Service-API-Key': 'tkn_limited' }],
    ['vendor-headers', '/v0/tasks/execute', {}, { 'X-Service-API-Key': 'tkn_wrong' }],
    ['limit-and-page', '/v0/runs/list?limit=51'],
    ['limit-and-page', '/v0/sessions/list?page=x'],
    ['time-filters', '/v0/runs/list?since=noon'],
    ['time-filters', '/v0/sessions/list?updatedAfter=noon&limit=99'],
    ['logs', '/v0/runs/getLogs?runID=none&level=loud'],
    ['resource-kinds', '/v0/resources/create', { kind: 'smtp', slug: 'post', resource: {} }],
    ['resource-rules', '/v0/resources/create', { kind: 'custom', slug: 'mail', resource: {} }],
    ['resource-rules', '/v0/resources/create', { kind: 'custom', slug: 'No Slug', resource: {} }],
    ['webhook-answer', '/v0/webhooks/dev/tskPaid/wrong', {}],
    ['webhook-param', '/v0/webhooks/dev/tskPaid/hook-secret', {}],
    ['errors', '/v0/runs/get?id=none'],
    ['errors', '/v0/runs/get'],
    ['errors', '/v0/none'],
  ];

  test.each(cases)('is %s for %s %j', async (decision, path, body, headers) => {
    const hangar = await testEmulator(workspace);
    const answer = await hangar.send(path, { ...(body === undefined ? {} : { body }), ...(headers && { headers }) });
    const [row] = (await hangar.api.emulator.traffic.list()).entries;
    expect(row).toMatchObject({ decision, error: decision === '' ? '' : expect.stringMatching(/./) });
    if (decision !== '') expect(Object.keys(answer.json as object)).toEqual(['error', 'code']);
  });

  test('is unknown-fields where the settings refuse them', async () => {
    const hangar = await testEmulator({ ...workspace, settings: { strict: true } });
    await hangar.send('/v0/runs/list?colour=red');
    await hangar.send('/v0/tasks/execute', { body: { slug: 'paid', colour: 'red' } });
    const { entries } = await hangar.api.emulator.traffic.list();
    expect(entries.map((row) => row.decision)).toEqual(['unknown-fields', 'unknown-fields']);
  });

  test('is that of prompts, cancelling and idempotency keys', async () => {
    const hangar = await testEmulator({
      tasks: [{ slug: 'asks', behavior: steps({ do: 'prompt' }) }],
    });
    const { runID } = await hangar.api.v0.tasks.execute({ body: { slug: 'asks' } });
    await settled();
    const [prompt] = (await hangar.api.v0.prompts.list({ query: { runID } })).prompts;
    await hangar.send('/v0/prompts/submit', { body: { id: prompt!.id } });
    await hangar.send('/v0/prompts/submit', { body: { id: prompt!.id } });
    await settled();
    await hangar.send('/v0/runs/cancel', { body: { runID } });
    const [cancelled, completed] = (await hangar.api.emulator.traffic.list()).entries;
    expect([completed!.decision, cancelled!.decision]).toEqual(['prompt-states', 'cancel-answer']);
  });
});
