import { describe, expect, test } from 'vitest';
import type { Json } from '../../../shared/values/json.ts';
import { scriptTask, startLive } from '../../support/live.ts';
import { pathOfWebhook, testEmulator, type ReadAnswer, type TestEmulator } from '../../support/emulator.ts';
import { settled } from '../../support/fake-clock.ts';
import { steps } from '../../support/steps.ts';

/** Names that every object has of its own accord, or that change what an object is. */
const INHERITED = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
] as const;
const NAMES = [...INHERITED, '__proto__'] as const;

/** An object with one field of any name; a literal would set the prototype. */
function named<T extends Json>(name: string, value: T): { [key: string]: T } {
  return JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`) as { [key: string]: T };
}

/** A place in a definition that takes a name: the collection, the definition with it, and the other names that the place takes. */
type Place = readonly [collection: string, body: (name: string) => object, takes?: RegExp];

const SLUG = /^[a-z][a-z0-9_]*$/;
const PLACES: Readonly<Record<string, Place>> = {
  'slug of a parameter': ['tasks', (slug) => ({ slug: 't', parameters: [{ slug, constraints: { optional: true } }] })],
  'slug of a nested parameter': [
    'tasks',
    (slug) => ({ slug: 't', parameters: [{ slug: 'o', type: 'object', params: [{ slug }] }] }),
  ],
  'alias of a resource': ['tasks', (name) => ({ slug: 't', resources: named(name, 'x') })],
  'slug of a webhook': ['tasks', (name) => ({ slug: 't', webhooks: named(name, {}) }), SLUG],
  'slug of a listed webhook': ['tasks', (name) => ({ slug: 't', webhooks: [name] }), SLUG],
  'config entry': ['environments', (name) => ({ slug: 'e', config: named(name, 'v') })],
  'slug of an environment': ['environments', (slug) => ({ slug }), /^[A-Za-z0-9]/],
  'slug of a block': ['runbooks', (slug) => ({ slug: 'r', blocks: [{ kind: 'task', slug, task: 't' }] })],
  'name of a saved result': ['tasks', (as) => ({ slug: 't', behavior: steps({ do: 'prompt', as }) })],
  'alias of an execute step': [
    'tasks',
    (name) => ({ slug: 't', behavior: steps({ do: 'execute', task: 't', resources: named(name, 'x') }) }),
  ],
  'variable of a command': [
    'tasks',
    (name) => ({ slug: 't', behavior: { kind: 'command', command: ['true'], env: named(name, 'v') } }),
  ],
};

const CASES = Object.entries(PLACES).flatMap(([place, how]) => NAMES.map((name) => [place, name, how] as const));

test.each(CASES)(
  'as the %s, "%s" is kept through an export, or refused by that name',
  async (_, name, [collection, body, takes = /./]) => {
    const emulator = await testEmulator();
    const answer = await emulator.send(`/_emulator/${collection}`, { body: body(name) });
    if (name === '__proto__' || !takes.test(name)) {
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/__proto__|must (?:be|start)/)]);
      return;
    }
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`"${name}"`)]);
    const exported = (await emulator.send('/_emulator/export')).text;
    const other = await testEmulator();
    expect((await other.send('/_emulator/import', { body: exported, method: 'POST' })).status).toBe(200);
    expect(JSON.parse((await other.send('/_emulator/export')).text)).toMatchObject({
      workspace: (JSON.parse(exported) as { workspace: Json }).workspace,
    });
    expect([...emulator.errors, ...other.errors]).toEqual([]);
  },
);

/** A value in which every name is a key, at two levels. */
const DATA = Object.defineProperties(
  {},
  Object.fromEntries(
    NAMES.map((name) => [name, { value: named(name, name), enumerable: true, writable: true, configurable: true }]),
  ),
) as { [key: string]: Json };

describe('free JSON keeps every key', () => {
  const echo = {
    slug: 'echo',
    parameters: [{ slug: 'data', type: 'json' as const }],
    webhooks: ['hook'],
    behavior: steps({ do: 'output', value: { given: '{{ params.data }}', fixed: DATA } }),
  };

  async function outputOf(emulator: TestEmulator, runID: string): Promise<string> {
    for (let i = 0; i < 5; i++) await settled();
    return (await emulator.send(`/v0/runs/getOutputs?id=${runID}`)).text;
  }
  const runOf = ({ json }: ReadAnswer): string => (json as { runID: string }).runID;
  const all = JSON.stringify(DATA);

  test('from a request and a definition through templates, the store, a restart, an export and an import', async () => {
    const first = await testEmulator({ tasks: [echo] });
    const runID = runOf(
      await first.send('/v0/tasks/execute', { body: `{"slug":"echo","paramValues":{"data":${all}}}`, method: 'POST' }),
    );
    const expected = `{"output":{"given":${all},"fixed":${all}}}`;
    expect(await outputOf(first, runID)).toBe(expected);
    expect((await first.send(`/v0/runs/get?id=${runID}`)).text).toContain(`"paramValues":{"data":${all}}`);
    const second = await first.restart();
    expect(await outputOf(second, runID)).toBe(expected);
    const exported = (await second.send('/_emulator/export')).text;
    const third = await testEmulator();
    expect((await third.send('/_emulator/import', { body: exported, method: 'POST' })).status).toBe(200);
    expect(await outputOf(third, runID)).toBe(expected);
    expect((await third.send('/_emulator/export')).text).toBe(exported);
    expect({}).not.toHaveProperty('polluted');
  });

  test('from a request that is read in pieces', async () => {
    const emulator = await testEmulator({ tasks: [echo] });
    const long = `${all.slice(0, -1)},"pad":[${'1,'.repeat(500_000)}1]}`;
    const body = `{"slug":"echo","paramValues":{"data":${long}}}`;
    const runID = runOf(await emulator.send('/v0/tasks/execute', { body, method: 'POST' }));
    expect(await outputOf(emulator, runID)).toBe(`{"output":{"given":${long},"fixed":${all}}}`);
  });

  test('from a webhook', async () => {
    const emulator = await testEmulator({ tasks: [{ ...echo, parameters: [] }] });
    const runID = runOf(await emulator.send(await pathOfWebhook(emulator), { body: all, method: 'POST' }));
    expect((await emulator.send(`/v0/runs/get?id=${runID}`)).text).toContain(`"body":${all}`);
  });

  test('through an edit of the definition that holds it', async () => {
    const emulator = await testEmulator({ tasks: [echo] });
    const saved = (await emulator.send('/_emulator/tasks/echo')).text;
    expect(saved).toContain(`"fixed":${all}`);
    const again = await emulator.send('/_emulator/tasks/echo', { method: 'PUT', body: saved });
    expect(again.text).toContain(`"fixed":${all}`);
    expect(again.json).toEqual(JSON.parse(saved));
    const values = { slug: 'fixed', resource: { ...DATA, baseURL: 'http://localhost:1' }, kind: 'rest' };
    const body = JSON.stringify(values);
    expect((await emulator.send('/_emulator/resources', { method: 'POST', body })).text).toContain('"__proto__"');
  });

  test('in a script and in a command', async () => {
    const source = 'export default async ({ params, output }) => { output.set("kept", params.data); }';
    const code = `process.stdin.on('data', (d) => console.log('hangar_output:set:kept ' + JSON.stringify(JSON.parse(d).data)))`;
    const parameters = [{ slug: 'data', type: 'json' as const }];
    const command = { kind: 'command' as const, command: [process.execPath, '-e', code] as [string, ...string[]] };
    const live = await startLive({
      tasks: [scriptTask('script', source, { parameters }), { slug: 'command', parameters, behavior: command }],
    });
    for (const slug of ['script', 'command']) {
      const { status, output, lines } = await live.run(slug, { data: DATA });
      expect([slug, status, JSON.stringify(output), lines]).toEqual([slug, 'Succeeded', `{"kept":${all}}`, []]);
    }
    await live.emulator.stop();
  });
});

describe('a parameter with an inherited name', () => {
  test.each(INHERITED)('"%s" is missing when it is not given, and has its value when it is', async (slug) => {
    const emulator = await testEmulator({
      tasks: [
        { slug: 'required', parameters: [{ slug }] },
        { slug: 'optional', parameters: [{ slug, constraints: { optional: true } }] },
        { slug: 'checked', parameters: [{ slug, constraints: { validate: '"never right"' } }] },
      ],
    });
    const execute = (task: string, paramValues: Json) =>
      emulator.send('/v0/tasks/execute', { body: { slug: task, paramValues } });
    expect(await execute('required', {})).toMatchObject({
      status: 400,
      text: expect.stringContaining(`${slug}: is required`),
    });
    expect(await execute('checked', named(slug, 'x'))).toMatchObject({
      status: 400,
      text: expect.stringContaining('never right'),
    });
    for (const [task, values] of [
      ['optional', {}],
      ['required', named(slug, 'x')],
    ] as const) {
      const { runID } = (await execute(task, values)).json as { runID: string };
      expect((await emulator.send(`/v0/runs/get?id=${runID}`)).json).toMatchObject({ paramValues: values });
    }
    expect(emulator.errors).toEqual([]);
  });
});
