import { describe, expect, test } from 'vitest';
import { ALTERNATIVES } from '../../shared/registry/decisions.ts';
import type { Json } from '../../shared/values/json.ts';
import { ChosenDecisions } from '../../shared/model/workspace.ts';
import { settled } from '../support/fake-clock.ts';
import { testEmulator, type TestEmulator } from '../support/emulator.ts';

const OUTPUTS = { list: [1, 'two'], text: 'done', number: 0, nothing: null, object: { a: [1] } };

const tasks = [
  ...Object.entries(OUTPUTS).map(([slug, value]) => ({
    slug,
    behavior: { kind: 'steps' as const, steps: [{ do: 'output' as const, value }] },
  })),
  { slug: 'none', behavior: { kind: 'steps' as const, steps: [] } },
  { slug: 'broken', behavior: { kind: 'steps' as const, steps: [{ do: 'fail' as const, message: 'no paper' }] } },
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
  test('takes every choice that the list of decisions names, with the first as the default, and no other', () => {
    const [first = ''] = Object.keys(ALTERNATIVES.outputs);
    expect(ChosenDecisions.parse({})).toMatchObject({ outputs: first });
    for (const [name, choices] of Object.entries(ALTERNATIVES)) {
      expect(Object.keys(choices).filter((value) => !ChosenDecisions.safeParse({ [name]: value }).success)).toEqual([]);
      expect(ChosenDecisions.parse({})).toMatchObject({ [name]: Object.keys(choices)[0] });
      expect(ChosenDecisions.safeParse({ [name]: 'else' }).success).toBe(false);
    }
  });

  test('a choice holds from the moment it is made, and a wrong one is refused by name', async () => {
    const hangar = await testEmulator({ tasks });
    const { settings } = hangar.api.emulator;
    expect((await settings.get()).decisions).toEqual({ outputs: 'object', 'unknown-fields': 'ignore' });
    expect((await outputOf(hangar, 'list')).public).toEqual({ output: OUTPUTS.list });
    await settings.replace({ body: { decisions: { outputs: 'any' } } });
    expect((await outputOf(hangar, 'list')).public).toEqual(OUTPUTS.list);
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

  test('decision outputs: with "any" an answer is the value as it is', async () => {
    const hangar = await testEmulator({ tasks, settings: { decisions: { outputs: 'any' } } });
    expect(await outputsOf(hangar)).toEqual({ ...OUTPUTS, none: {}, broken: { error: 'no paper' } });
  });
});
