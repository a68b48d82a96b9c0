import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changedDocument } from '../../../electron/emulator/store/workspace/workspace-change.ts';
import { readDocument } from '../../../electron/emulator/store/workspace/workspace-text.ts';
import type { Json } from '../../../shared/values/json.ts';
import { Workspace } from '../../../shared/model/workspace.ts';
import { testEmulator } from '../../support/emulator.ts';
import { inProcess } from '../../support/in-process.ts';
import { steps } from '../../support/steps.ts';

const { folder, launch } = inProcess();

function many<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function fields(count: number): { [key: string]: Json } {
  return Object.fromEntries(many(count, (i) => [`f${i}`, 'x']));
}

function task(fields: { [key: string]: Json }): { [key: string]: Json } {
  return { tasks: [{ slug: 't', ...fields }] };
}

describe('a workspace', () => {
  test('of 2,000 tasks, 200 parameters, a script of 1 MB and long lists is read', () => {
    const workspace = {
      version: 1,
      tasks: [
        ...many(2000, (i) => ({ slug: `t${i}` })),
        { slug: 'wide', parameters: many(200, (i) => ({ slug: `p${i}` })), description: 'x'.repeat(100_000) },
        { slug: 'long', behavior: { kind: 'script', source: `// ${'x'.repeat(1_000_000)}` } },
        { slug: 'steps', behavior: { kind: 'steps', steps: many(2000, () => ({ do: 'log', text: 'x' })) } },
        { slug: 'options', parameters: [{ slug: 'p', constraints: { options: many(5000, (i) => `o${i}`) } }] },
      ],
      environments: [{ slug: 'e', config: fields(1000) }],
    };
    expect(readDocument(JSON.stringify(workspace), 'file').workspace.tasks).toHaveLength(2004);
  });

  const beyond: readonly [name: string, workspace: { [key: string]: Json }, sentence: RegExp][] = [
    ['too many tasks', { tasks: many(10_001, (i) => ({ slug: `t${i}` })) }, /tasks: must be a list of at most 10000/],
    ['too many parameters', task({ parameters: many(1001, () => 5) }), /parameters: must be a list of at most 1000/],
    [
      'too many options',
      task({ parameters: [{ slug: 'p', constraints: { options: many(10_001, (i) => i) } }] }),
      /options: must be a list of at most 5000/,
    ],
    ['too many aliases', task({ resources: fields(1001) }), /resources: must be an object of at most 1000 fields/],
    [
      'too many config entries',
      { environments: [{ slug: 'e', config: fields(10_001) }] },
      /config: must be an object of at most 10000 fields/,
    ],
    [
      'too many steps',
      task({ behavior: { kind: 'steps', steps: many(10_001, () => 1) } }),
      /steps: must be a list of at most 5000/,
    ],
    [
      'too many words of a command',
      task({ behavior: { kind: 'command', command: many(10_001, () => 'x') } }),
      /command: must be a list of at most 10000/,
    ],
    ['a long name', task({ name: 'x'.repeat(1001) }), /name: must be at most 1000 characters long/],
    [
      'a long script',
      task({ behavior: { kind: 'script', source: 'x'.repeat(4_000_001) } }),
      /source: must be at most 4000000 characters long/,
    ],
    [
      'a long secret of a resource',
      { resources: [{ slug: 'r', kind: 'custom', resource: { auth: { password: 'x'.repeat(65_537) } } }] },
      /^file:1:\d+: resources\[0\]\.resource\.auth\.password: has 65537 characters; a secret has at most 65536/,
    ],
    [
      'a long secret of an environment',
      { environments: [{ slug: 'e', config: { API_TOKEN: 'x'.repeat(65_537) } }] },
      /environments\[0\]\.config\.API_TOKEN: has 65537 characters; a secret has at most 65536/,
    ],
    [
      'a long secret default',
      task({ parameters: [{ slug: 'api_token', default: 'x'.repeat(65_537) }] }),
      /tasks\[0\]\.parameters\[0\]\.default: has 65537 characters; a secret has at most 65536/,
    ],
    [
      'too many long secrets',
      {
        environments: [
          { slug: 'e', config: Object.fromEntries(many(9, (i) => [`TOKEN_${i}_SECRET`, `${i}${'x'.repeat(60_000)}`])) },
        ],
      },
      /the secrets of the workspace have 540009 characters; at most 524288 can be masked/,
    ],
  ];
  test.each(beyond)('with %s is refused with the place and the limit', (_, workspace, sentence) => {
    expect(() => readDocument(JSON.stringify({ version: 1, ...workspace }), 'file')).toThrow(sentence);
  });

  test.each([
    ['lists', `[`, `]`],
    ['objects', `{"a":`, `}`],
  ])('with a hundred thousand nested %s is refused with the line', (_, open, close) => {
    const nested = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    const text = `{ "version": 1, "tasks": [{ "slug": "t",\n "parameters": [{ "slug": "p", "default": ${nested} }] }] }`;
    expect(() => readDocument(text, 'file')).toThrow(/^file:2:\d+: has more than 100 levels of nesting/);
  });
});

describe('a change', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('that a start would not read again is refused, and the file is as it was', async () => {
    const workspace = join(folder(), 'workspace.json');
    writeFileSync(workspace, '{"version":1,"tasks":[{"slug":"t"}]}');
    const start = () => launch({ data: join(folder(), 'data'), workspace });
    let emulator = await start();
    const send = async (path: string, body: string) => {
      const headers = { 'X-Service-API-Key': emulator.apiKey };
      const answer = await fetch(emulator.url + path, { method: 'POST', headers, body });
      return [answer.status, await answer.text()] as const;
    };
    const taskOf = (levels: number) =>
      `{"slug":"t${levels}","parameters":[{"slug":"a","type":"json","default":${nested(levels)}}]}`;
    const bodies: readonly (readonly [path: string, body: string])[] = [
      ['/_emulator/tasks', taskOf(96)],
      ['/_emulator/changes', `{"changes":[{"collection":"tasks","id":"t","value":${taskOf(96)}}]}`],
      ['/v0/resources/create', `{"name":"Deep","kind":"custom","resource":{"a":${nested(97)}}}`],
      ['/_emulator/import', `{"version":1,"workspace":{"version":1,"tasks":[${taskOf(96)}]}}`],
    ];
    // With a line and its indentation for each number it would be longer than any text.
    const wide = `${'['.repeat(95)}${many(3_000_000, () => '1').join()}${']'.repeat(95)}`;
    const [status, text] = await send('/_emulator/import', `{"version":1,"workspace":{"version":1,"x":${wide}}}`);
    expect([status, text]).toEqual([400, expect.stringContaining('the workspace is larger than 64 MB')]);
    for (const [path, body] of bodies)
      expect([path, ...(await send(path, body))]).toEqual([path, 400, expect.stringMatching(/levels of nesting/)]);
    expect((await send('/_emulator/tasks', taskOf(90)))[0]).toBe(200);
    await emulator.stop();
    emulator = await start();
    expect(await (await fetch(`${emulator.url}/_emulator/tasks/t90`)).json()).toMatchObject({ slug: 't90' });
  });

  test('with a secret that is too long is refused by its field, whichever way it comes', async () => {
    const emulator = await launch();
    const resource = { slug: 'r', kind: 'custom', name: 'R', resource: { auth: { password: 'x'.repeat(1_600_000) } } };
    const bodies: readonly (readonly [path: string, body: object])[] = [
      ['/v0/resources/create', resource],
      ['/_emulator/resources', resource],
      ['/_emulator/import', { version: 1, workspace: { version: 1, resources: [resource] } }],
    ];
    for (const [path, body] of bodies) {
      const headers = { 'X-Service-API-Key': emulator.apiKey };
      const answer = await fetch(emulator.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const sentence = /resource\.auth\.password: has 1600000 characters; a secret has at most 65536/;
      expect([path, answer.status, await answer.text()]).toEqual([path, 400, expect.stringMatching(sentence)]);
    }
  });

  test('is refused when the file would be larger than what is read of it', () => {
    const document = readDocument('{"version":1}', 'file');
    const tasks = many(22, (i) => ({
      slug: `t${i}`,
      behavior: { kind: 'script', source: '\u20ac'.repeat(1_000_000) },
    }));
    const edited = Workspace.parse({ version: 1, tasks });
    expect(() => changedDocument(document, edited)).toThrow(/the workspace is larger than 64 MB/);
  });
});

test('an export of runs whose outputs lie in each other is imported as it is', async () => {
  const output = JSON.parse(`${'{"a":'.repeat(90)}1${'}'.repeat(90)}`) as Json;
  const value = { inner: { inner: { inner: { inner: '{{ params.deep }}' } } } };
  const behavior = steps({ do: 'output', value: many(3, () => ({ value })) });
  const first = await testEmulator({ tasks: [{ slug: 't', parameters: [{ slug: 'deep', type: 'json' }], behavior }] });
  const { runID } = await first.api.v0.tasks.execute({ body: { slug: 't', paramValues: { deep: output } } });
  await first.clock.advance(0);
  const exported = (await first.send('/_emulator/export')).text;
  const second = await testEmulator();
  const { status, text } = await second.send('/_emulator/import', { method: 'POST', body: exported });
  expect([status, text]).toEqual([200, '{}']);
  const outputs = async ({ send }: typeof first) => (await send(`/v0/runs/getOutputs?id=${runID}`)).text;
  expect(await outputs(second)).toBe(await outputs(first));
});

describe('an answer to too much', () => {
  test('is short: two hundred thousand resources, a name of a megabyte', async () => {
    const emulator = await testEmulator({ tasks: [{ slug: 't', resources: { a: 'x' } }] });
    const resources = Object.fromEntries(many(200_000, (i) => [`alias_${i}`, 'x']));
    const bodies: readonly object[] = [
      { slug: 't', resources },
      { slug: 't', resources: { a: 'x'.repeat(1_000_000) } },
      { slug: 't', resources: { ['x'.repeat(1_000_000)]: 'x' } },
      { slug: 'x'.repeat(1_000_000) },
    ];
    for (const body of bodies) {
      const { status, text } = await emulator.send('/v0/tasks/execute', { body });
      expect([status >= 400 && status < 500, text.length < 2000]).toEqual([true, true]);
    }
  });
});
