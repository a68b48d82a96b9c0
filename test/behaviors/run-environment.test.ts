import { describe, expect, test } from 'vitest';
import type { AuthoredTask } from '../../shared/model/task.ts';
import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import { startLive } from '../support/live.ts';
import { steps } from '../support/steps.ts';

const PROGRAM = `
const { HANGAR_URL, HANGAR_API_KEY, ...env } = process.env;
const headers = { 'X-Service-API-Key': HANGAR_API_KEY };
const call = (path, body, more) =>
  fetch(HANGAR_URL + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }).then((answer) => answer.json());
const { runID } = await call('/v0/tasks/execute', { slug: 'child' });
const named = await call('/v0/tasks/execute', { slug: 'child' }, { 'X-Service-Env-Slug': 'prod' });
const { sessionID } = await call('/v0/runbooks/execute', { slug: 'book' });
const facts = Object.fromEntries(['ENV_SLUG', 'ENV_ID', 'ENV_IS_DEFAULT', 'TASK_SLUG', 'RUN_ID', 'SESSION_ID'].map((name) => [name, env['HANGAR_' + name]]));
console.log('hangar_output:set ' + JSON.stringify({ runID, named: named.runID, sessionID, facts }));`;

test('decision env-selection: a request with a run’s own key and no environment belongs to the run’s', async () => {
  const live = await startLive({
    environments: [
      { slug: 'prod', default: true },
      { slug: 'dev', id: 'env20260101zdev0000000' },
    ],
    tasks: [
      { slug: 'child', behavior: steps({ do: 'output', value: '{{ env.slug }}' }) },
      {
        slug: 'program',
        behavior: { kind: 'command', command: [process.execPath, '--input-type=module', '-e', PROGRAM] },
      },
    ],
    runbooks: [{ slug: 'book', name: 'Book', blocks: [{ slug: 'one', kind: 'task', task: 'child' }] }],
  });
  const { emulator, api, ended } = live;
  const response = await fetch(`${emulator.url}/v0/tasks/execute`, {
    method: 'POST',
    headers: { 'X-Service-API-Key': emulator.apiKey, 'X-Service-Env-Slug': 'dev' },
    body: JSON.stringify({ slug: 'program' }),
  });
  const { runID: id } = (await response.json()) as { runID: string };
  const { status, output } = await ended(id);
  const { runID, named, sessionID, facts } = output as Record<'runID' | 'named' | 'sessionID' | 'facts', string>;
  const block = (await api.emulator.sessions.get({ params: { id: sessionID } })).runs[0];
  const outputs = await Promise.all([runID, named, block?.id ?? ''].map(async (each) => (await ended(each)).output));
  await emulator.stop();
  expect([status, outputs, facts]).toEqual([
    'Succeeded',
    [{ output: 'dev' }, { output: 'prod' }, { output: 'dev' }],
    {
      ENV_SLUG: 'dev',
      ENV_ID: 'env20260101zdev0000000',
      ENV_IS_DEFAULT: 'false',
      TASK_SLUG: 'program',
      RUN_ID: id,
      SESSION_ID: '',
    },
  ]);
});

type AuthoredBehavior = NonNullable<NonNullable<AuthoredWorkspace['tasks']>[number]['behavior']>;

/** Prints the variables that begin with a word, and what it reads of its parameters. */
const NAMES = `
const { parameters } = { parameters: JSON.parse(require('fs').readFileSync(0, 'utf8')) };
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(ACME|PARAM)_/.test(name)));
console.log('acme_output_set ' + JSON.stringify({ own, parameters }));`;

describe('with the setting sdk', () => {
  test.each([
    ['a command', { kind: 'command', command: [process.execPath, '-e', NAMES] }],
    [
      'a script',
      {
        kind: 'script',
        source: `export default ({ params }) => ({ own: Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(ACME|PARAM)_/.test(name))), parameters: params })`,
      },
    ],
  ] satisfies [string, AuthoredBehavior][])(
    '%s has the names that an SDK reads, and its objects',
    async (_, behavior) => {
      const live = await startLive({
        settings: { sdk: 'acme' },
        environments: [{ slug: 'prod', name: 'Production', default: true, config: { REGION: 'eu' } }],
        tasks: [
          {
            slug: 'refund',
            name: 'Refund',
            parameters: [
              { slug: 'file', name: 'File', type: 'upload' },
              { slug: 'region', name: 'Region', type: 'configvar' },
              { slug: 'amount', name: 'Amount', type: 'integer' },
            ],
            behavior,
          },
        ],
      });
      const { emulator, api, ended } = live;
      const { id } = await api.emulator.uploads.create({ query: { name: 'a.txt' }, body: Buffer.from('text') });
      const given = {
        file: { __acmeType: 'upload', id, url: 'http://elsewhere' },
        region: { __acmeType: 'configvar', name: 'REGION', value: 'us' },
        amount: 5,
      };
      const { runID } = await api.v0.tasks.execute({ body: { slug: 'refund', paramValues: given } });
      const { output } = await ended(runID);
      await emulator.stop();
      const file = { __acmeType: 'upload', id, url: expect.stringContaining(`${emulator.url}/`) as string };
      const region = { __acmeType: 'configvar', name: 'REGION', value: 'eu' };
      expect(output).toMatchObject({
        own: {
          ACME_API_HOST: emulator.url,
          ACME_TOKEN: expect.stringMatching(/^tkn_/) as string,
          ACME_RUN_ID: runID,
          ACME_PARENT_RUN_ID: '',
          ACME_SESSION_ID: '',
          ACME_TASK_SLUG: 'refund',
          ACME_TASK_NAME: 'Refund',
          ACME_TASK_URL: `${emulator.url}/tasks/refund`,
          ACME_RUN_URL: `${emulator.url}/runs/${runID}`,
          ACME_ENV_SLUG: 'prod',
          ACME_ENV_NAME: 'Production',
          ACME_ENV_IS_DEFAULT: 'true',
          ACME_RUNTIME: 'dev',
          ACME_RESOURCES: '{}',
          ACME_RESOURCES_VERSION: '2',
          ACME_PARAM_AMOUNT: '5',
          PARAM_AMOUNT: '5',
        },
        parameters: { file, region, amount: 5 },
      });
      const names = Object.keys((output as { own: object }).own);
      for (const name of [
        'TASK_ID',
        'TEAM_ID',
        'ENV_ID',
        'RUNNER_ID',
        'RUNNER_EMAIL',
        'RUNNER_NAME',
        'PARAM_FILE',
        'PARAM_REGION',
      ])
        expect(names).toContain(`ACME_${name}`);
    },
  );
});

describe('templates in the variables of a command', () => {
  const SHOW = `console.log('hangar_output_set ' + JSON.stringify(process.env))`;
  const task = (slug: string, env: Record<string, string>): AuthoredTask => ({
    slug,
    parameters: [{ slug: 'n', type: 'integer', default: 7 }],
    resources: { api: 'api' },
    behavior: { kind: 'command', command: [process.execPath, '-e', SHOW], env },
  });
  const workspace = (tasks: AuthoredTask[]): Parameters<typeof startLive>[0] => ({
    environments: [
      { slug: 'prod', default: true, config: { REGION: 'eu' } },
      { slug: 'dev', config: {} },
    ],
    resources: [{ slug: 'api', kind: 'custom', resource: { url: 'http://api.example.com' } }],
    tasks,
  });

  test('see config, parameters, environment, resources and run, and win over nothing of the run', async () => {
    const env = {
      REGION: '{{ config.REGION }}',
      TEXT: 'in {{ env.slug }}: {{ params.n + 1 }} {{ env }}',
      API: '{{ resources.api.url }}/{{ run.taskSlug }}',
      PRESET: "{{ config.NONE ?? 'none' }}",
      PLAIN: 'as { it } is',
      HANGAR_TASK_SLUG: '{{ params.n }}',
    };
    const { emulator, run } = await startLive(workspace([task('shows', env)]));
    const { status, output } = await run('shows');
    await emulator.stop();
    expect({ status, output }).toMatchObject({
      status: 'Succeeded',
      output: {
        ...{
          REGION: 'eu',
          TEXT: 'in prod: 8 {"slug":"prod","name":"prod","isDefault":true}',
          API: 'http://api.example.com/shows',
        },
        ...{ PRESET: 'none', PLAIN: 'as { it } is', HANGAR_TASK_SLUG: 'shows' },
      },
    });
  });

  test('a missing config entry, or a template that fails, fails the run and is named', async () => {
    const tasks = [
      task('missing', { A: 'x', WHERE: 'in {{ config.REGION_2 }}' }),
      task('broken', { WHERE: '{{ config.REGION.least.most }}' }),
      task('endless', { WHERE: '{{ Array.from({ length: 1e9 }) }}' }),
    ];
    const { emulator, run } = await startLive(workspace(tasks));
    const failures = [];
    for (const { slug } of tasks) failures.push((await run(slug)).output['error']);
    await emulator.stop();
    expect(failures).toEqual([
      'the variable WHERE takes config.REGION_2, which the environment "prod" does not have; add it there',
      'the variable WHERE: “config.REGION.least.most”: cannot read “most” of undefined',
      expect.stringMatching(/^the variable WHERE: /),
    ]);
  });

  test('one that does not parse is refused when it is saved, with its place', async () => {
    const { emulator, api } = await startLive(workspace([task('shows', {})]));
    const saved = (env: Record<string, string>) =>
      fetch(`${emulator.url}/_emulator/tasks`, { method: 'POST', body: JSON.stringify(task('more', env)) });
    const refused = await saved({ OK: '{{ config.REGION }}', WRONG: '{{ config. }}', OPEN: '{{ config.REGION' });
    expect(refused.status).toBe(400);
    const { error } = (await refused.json()) as { error: string };
    expect(error).toContain('behavior.env.WRONG: ');
    expect(error).toContain('behavior.env.OPEN: ');
    expect(error).not.toContain('OK');
    expect((await api.emulator.definitions.tasks.list()).items).toHaveLength(1);
    await emulator.stop();
  });
});
