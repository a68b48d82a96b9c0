import { describe, expect, test } from 'vitest';
import { inlineDefinition } from '../../shared/definitions/code-file.ts';
import { readDefinition, type DefinitionHost, type ReadDefinition } from '../../shared/definitions/read-definition.ts';
import { asJson, type JsonObject } from '../../shared/values/json.ts';

/** A host of files that all exist in the folder of the definition, with these texts. */
function hostWith(texts: Readonly<Record<string, string>> = {}): DefinitionHost {
  return {
    surroundings: (_, entrypoint) => ({
      ...{ cwd: '.', python: 'python3', before: { FROM_PROJECT: 'p', BOTH: 'project' }, after: {} },
      entry:
        entrypoint === undefined
          ? undefined
          : { file: entrypoint, fromFolder: `./${entrypoint}`, text: texts[entrypoint] ?? '' },
    }),
  };
}

function read(fields: JsonObject, texts?: Readonly<Record<string, string>>): ReadDefinition {
  return readDefinition({ slug: 'demo', ...fields }, hostWith(texts));
}

const NODE = { node: { entrypoint: 'demo.ts' } };

/** The task of a definition of kind `node` with these fields. */
function taskOf(fields: JsonObject): unknown {
  const { task, problems } = read({ ...NODE, ...fields });
  expect(problems).toEqual([]);
  return task;
}

describe('the fields of a definition become those of a task', () => {
  const ROWS: [string, JsonObject, object][] = [
    ['name and description', { name: 'Demo', description: 'd' }, { name: 'Demo', description: 'd' }],
    ['a list of resources, whose alias is the slug', { resources: ['db'] }, { resources: { db: 'db' } }],
    ['a map of resources by alias', { resources: { main: 'db' } }, { resources: { main: 'db' } }],
    ['a timeout, rounded up', { timeout: 1.2 }, { timeout: 2 }],
    ['a timeout above the maximum', { timeout: 100_000 }, { timeout: 43_200 }],
    [
      'constraints',
      { constraints: { team: 'pay', n: 1 } },
      {
        constraints: {
          labels: [
            { key: 'team', value: 'pay' },
            { key: 'n', value: '1' },
          ],
        },
      },
    ],
    [
      'requests',
      { requireRequests: true, allowSelfApprovals: false },
      { requireRequests: true, allowSelfApprovals: false },
    ],
    ['permissions of the team', { permissions: 'team_access' }, { isPrivate: false, permissions: [] }],
    ['webhooks in a list', { webhooks: ['paid'] }, { webhooks: ['paid'] }],
    [
      'webhooks that need a token of the service',
      { webhooks: { paid: { requireServiceToken: true } } },
      {
        webhooks: { paid: { requireServiceToken: true } },
      },
    ],
    [
      'webhooks that need a token of any vendor',
      { webhooks: { paid: { requireAcmeToken: true }, open: null } },
      {
        webhooks: { paid: { requireServiceToken: true }, open: { requireServiceToken: false } },
      },
    ],
    [
      'a queue by a key',
      { concurrencyKey: '{{ params.id }}', concurrencyLimit: 2 },
      {
        concurrencyKey: '{{ params.id }}',
        concurrencyLimit: 2,
      },
    ],
    ['an empty runtime', { runtime: '' }, { slug: 'demo' }],
    ['a workflow', { runtime: 'workflow' }, { runtime: 'workflow' }],
    [
      'schedules',
      { schedules: { nightly: { cron: '0 3 * * *', paramValues: { n: 1 } } } },
      {
        schedules: { nightly: { cron: '0 3 * * *', description: '', paramValues: { n: 1 } } },
      },
    ],
  ];
  test.each(ROWS)('%s', (_, fields, expected) => {
    expect(taskOf(fields)).toMatchObject(expected);
  });

  test('levels of permission become roles of a private task', () => {
    expect(
      taskOf({ permissions: { viewers: { groups: ['ops'] }, admins: { users: ['ada@example.com'] } } }),
    ).toMatchObject({
      isPrivate: true,
      permissions: [
        { roleID: 'task_viewer', subGroupID: 'ops' },
        { roleID: 'task_admin', subUserID: 'ada@example.com' },
      ],
    });
  });

  const TYPES: [string, object][] = [
    ['shorttext', { type: 'string', component: '' }],
    ['longtext', { type: 'string', component: 'textarea' }],
    ['sql', { type: 'string', component: 'editor-sql' }],
    ...['boolean', 'upload', 'integer', 'float', 'date', 'datetime', 'configvar', 'json'].map(
      (type): [string, object] => [type, { type }],
    ),
  ];
  test.each(TYPES)('a parameter of type %s', (type, expected) => {
    expect(taskOf({ parameters: [{ slug: 'p', type }] })).toMatchObject({ parameters: [expected] });
  });

  test('a parameter with everything', () => {
    const parameter = {
      slug: 'p',
      name: 'P',
      description: 'd',
      type: 'shorttext',
      required: false,
      default: 'a',
      regex: '[ab]',
    };
    expect(taskOf({ parameters: [{ ...parameter, options: ['a', { label: 'B', value: 'b' }] }] })).toMatchObject({
      parameters: [
        {
          ...{ slug: 'p', name: 'P', desc: 'd', default: 'a' },
          constraints: { optional: true, regex: '[ab]' },
        },
      ],
    });
  });

  test('options and defaults of a config variable are given by its name', () => {
    const options = [{ label: 'EU', config: 'REGION_EU' }, { config: 'REGION_US' }];
    expect(
      taskOf({ parameters: [{ slug: 'p', type: 'configvar', default: { config: 'REGION_EU' }, options }] }),
    ).toMatchObject({
      parameters: [
        {
          default: 'REGION_EU',
          constraints: { options: [{ label: 'EU', value: 'REGION_EU' }, { value: 'REGION_US' }] },
        },
      ],
    });
  });
});

describe('the kinds of a definition become behaviors', () => {
  const ROWS: [string, JsonObject, object][] = [
    ['node', { node: { entrypoint: 'a.ts' } }, { kind: 'script', file: 'a.ts', calledWith: 'params' }],
    [
      'python',
      { python: { entrypoint: 'a.py' } },
      { kind: 'command', command: ['python3'], call: { file: 'a.py', function: 'main' } },
    ],
    // Nothing is started here.
    // oxlint-disable-next-line tests/asks-for-tools
    ['shell without a first line', { shell: { entrypoint: 'a.sh' } }, { kind: 'command', command: ['bash', './a.sh'] }],
    ['shell with one', { shell: { entrypoint: 'b.sh' } }, { command: ['/bin/sh', '-eu', './b.sh'] }],
    [
      'sql',
      { sql: { resource: 'db', entrypoint: 'q.sql', queryArgs: { id: 1 } } },
      {
        kind: 'builtin',
        name: 'sql_query',
        paramValues: { query: 'select :id', queryArgs: { id: 1 } },
      },
    ],
    [
      'rest',
      { rest: { resource: 'api', method: 'GET', path: '/', body: '', urlParams: { n: 1 } } },
      {
        name: 'rest_request',
        paramValues: { method: 'GET', path: '/', urlParams: { n: 1 } },
      },
    ],
    [
      'graphql',
      { graphql: { resource: 'api', operation: '{ a }' } },
      { name: 'graphql_request', paramValues: { operation: '{ a }' } },
    ],
  ];
  test.each(ROWS)('%s', (_, fields, behavior) => {
    const { task, problems } = read(fields, { 'b.sh': '#!/bin/sh -eu', 'q.sql': 'select :id' });
    expect(problems).toEqual([]);
    expect(task?.behavior).toMatchObject(behavior);
  });

  test('docker starts the image with the variables of the task', () => {
    const docker = { image: 'alpine', entrypoint: 'env -i', command: 'echo "a b"', envVars: { A: '1' } };
    const { task } = read({ docker });
    const command = task?.behavior.kind === 'command' ? task.behavior.command : [];
    expect(command.slice(3, 6)).toEqual(['docker', 'run', '--rm']);
    expect(command.join(' ')).toMatch(/--env A .*--entrypoint env alpine -i echo a b$/);
  });

  test('a resource of a kind has its alias', () => {
    expect(read({ rest: { resource: 'api', method: 'GET' } }).task?.resources).toEqual({ rest: 'api' });
    expect(read({ graphql: { resource: 'api', operation: '{ a }' } }).task?.resources).toEqual({ api: 'api' });
  });

  test('variables come from the project, from configs, and from the task, in this order', () => {
    const envVars = { BOTH: { value: 'own' }, REGION: { config: 'REGION' }, PORT: 80 };
    const { task } = read({ configs: ['TOKEN'], node: { entrypoint: 'a.ts', envVars } });
    expect(task?.behavior).toMatchObject({
      env: { FROM_PROJECT: 'p', TOKEN: '{{ config.TOKEN }}', BOTH: 'own', REGION: '{{ config.REGION }}', PORT: '80' },
    });
  });

  test('variables of the development file win in the default environment, and mean nothing in others', () => {
    const host: DefinitionHost = {
      surroundings: () => ({
        ...{ cwd: '.', python: 'python3', before: {}, after: { TOKEN: 'local', LEVEL: 'debug' } },
        entry: { file: 'a.ts', fromFolder: './a.ts', text: '' },
      }),
    };
    const node = { entrypoint: 'a.ts', envVars: { TOKEN: { config: 'TOKEN' } } };
    expect(readDefinition({ slug: 'demo', node }, host).task?.behavior).toMatchObject({
      env: {
        TOKEN: `{{ env.isDefault ? "local" : ((config.TOKEN) ?? '') }}`,
        LEVEL: `{{ env.isDefault ? "debug" : ("" ?? '') }}`,
      },
    });
  });

  test('a single unknown mapping is a kind of its own: its runs say how to define a stand-in', () => {
    const { kind, task, notEmulated } = read({ spark: { cluster: 'a' } });
    expect(kind).toBe('spark');
    expect(task?.behavior).toMatchObject({
      steps: [{ do: 'fail', message: expect.stringContaining('stand-in') as string }],
    });
    expect(notEmulated).toEqual([expect.stringContaining('spark')]);
  });
});

describe('what is refused names its field', () => {
  const ROWS: [string, JsonObject, string][] = [
    ['an unknown field', { ...NODE, nam: 1 }, 'nam'],
    ['an unknown field of a kind', { node: { entrypoint: 'a.ts', entrypont: 1 } }, 'node.entrypont'],
    ['two kinds', { ...NODE, shell: { entrypoint: 'a.sh' } }, 'shell'],
    ['no kind', {}, ''],
    ['a wrong type', { ...NODE, timeout: 'long' }, 'timeout'],
    ['a limit below 1', { ...NODE, concurrencyLimit: 0 }, 'concurrencyLimit'],
    ['an unknown type of a parameter', { ...NODE, parameters: [{ slug: 'p', type: 'text' }] }, 'parameters.0.type'],
    ['an invalid expression', { rest: { resource: 'a', method: 'GET', path: '/{{ 1 + }}' } }, 'rest.path'],
    ['a missing entrypoint', { node: {} }, 'node.entrypoint'],
  ];
  test.each(ROWS)('%s', (_, fields, path) => {
    const { task, problems } = read(fields);
    expect(task).toBeUndefined();
    expect(problems.map((problem) => problem.path.join('.'))).toContain(path);
  });

  test('a wrong cron is a problem, and the task is served without it', () => {
    const { task, problems } = read({ ...NODE, schedules: { bad: { cron: '* *' }, good: { cron: '0 * * * *' } } });
    expect(Object.keys(task?.schedules ?? {})).toEqual(['good']);
    expect(problems).toEqual([expect.objectContaining({ path: ['schedules', 'bad', 'cron'] })]);
  });
});

test('what has no effect is listed, never dropped', () => {
  const { notEmulated } = read({
    ...{ restrictCallers: ['view'], defaultRunPermissions: 'task-viewers', runtime: 'workflow', timeout: 50_000 },
    node: { entrypoint: 'a.ts', nodeVersion: '18' },
  });
  for (const field of ['restrictCallers', 'defaultRunPermissions', 'runtime', 'timeout', 'node.nodeVersion'])
    expect(notEmulated).toContainEqual(expect.stringContaining(field));
});

test('a definition inside code has the fields of a file', () => {
  const config = asJson({
    ...{ slug: 'demo', envVars: { A: 'b' } },
    parameters: { id: 'shorttext', count: { type: 'integer', slug: 'count', required: false } },
  });
  expect(inlineDefinition(config, 'node', 'demo.acme.ts')).toEqual({
    slug: 'demo',
    parameters: [
      { slug: 'id', type: 'shorttext' },
      { slug: 'count', type: 'integer', required: false },
    ],
    node: { entrypoint: 'demo.acme.ts', envVars: { A: 'b' } },
  });
});
