import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { serve } from '../support/http-server.ts';
import { scriptTask, type Live } from '../support/live.ts';
import { until } from '../support/until.ts';
import { startWithSdk } from '../support/sdk.ts';

let stop = (): Promise<void> => Promise.resolve();
afterEach(() => stop());

/** An emulator that ends with its test. */
async function started(...args: Parameters<typeof startWithSdk>): Promise<Live> {
  const live = await startWithSdk(...args);
  stop = () => live.emulator.stop();
  return live;
}

const says = (slug: string, value: unknown, more: Partial<AuthoredTask> = {}): AuthoredTask => ({
  ...{ slug, ...more },
  behavior: { kind: 'steps', steps: [{ do: 'output', value }] } as NonNullable<AuthoredTask['behavior']>,
});

describe('the SDK of the service in a script', () => {
  test('is imported as bundlers import it: its default export has all functions, beside those by name', async () => {
    const { run } = await started({
      tasks: [
        says('child', { said: '{{ params.word }}' }, { parameters: [{ slug: 'word' }] }),
        scriptTask(
          'parent',
          `import airplane, { execute, RunTerminationError } from 'airplane';
           import * as all from 'airplane';
           const loaded = await import('airplane');
           export default async () => ({
             first: (await airplane.execute('child', { word: 'a' })).output,
             second: (await execute('child', { word: 'b' })).output,
             kinds: [airplane.sql.query, airplane.display.markdown, airplane.setOutput].map((one) => typeof one),
             same: [all.default === airplane, loaded.default === airplane, all.execute === execute],
             error: RunTerminationError.name,
           });`,
        ),
      ],
    });
    expect(await run('parent')).toMatchObject({
      status: 'Succeeded',
      output: {
        first: { said: 'a' },
        second: { said: 'b' },
        kinds: ['function', 'function', 'function'],
        same: [true, true, true],
        error: 'RunTerminationError',
      },
    });
  });

  test('only CommonJS that was compiled from an ES module is imported so: the rest stays as Node gives it', async () => {
    const { run } = await started(
      {
        tasks: [
          scriptTask(
            'reads',
            `import plain, { named } from './plain.cjs';
             import marked, { late } from './marked.cjs';
             import halfway from './halfway.cjs';
             import value from './value.mjs';
             export default () => ({ plain, named, marked, late, halfway, value: value.only });`,
          ),
        ],
      },
      {
        'plain.cjs': 'exports.named = 1; exports.default = 2;',
        'marked.cjs': `Object.defineProperty(exports, '__esModule', { value: true });
          exports.default = { all: true };
          for (const name of ['la' + 'te']) exports[name] = 'not seen by a lexer';`,
        'halfway.cjs': `Object.defineProperty(exports, '__esModule', { value: true }); exports.only = 1;`,
        'value.mjs': 'export default { __esModule: true, default: 1, only: 2 };',
      },
    );
    expect(await run('reads')).toMatchObject({
      output: {
        plain: { named: 1, default: 2 },
        named: 1,
        marked: { all: true },
        late: 'not seen by a lexer',
        halfway: { only: 1 },
        value: 2,
      },
    });
  });

  test('a wrapped task as the default export is called, and never executes itself', async () => {
    const { api, run } = await started(
      {
        tasks: [
          scriptTask(
            'double',
            `import airplane from 'airplane';
           export default airplane.task(
             { slug: 'double', parameters: { n: 'integer', day: 'date' } },
             async ({ n, day }) => ({ doubled: 2 * n, day: day.toISOString() }),
           );`,
            {
              parameters: [
                { slug: 'n', type: 'integer' },
                { slug: 'day', type: 'date' },
              ],
            },
          ),
          scriptTask(
            'flow',
            `import { workflow } from 'airplane'; export default workflow({ slug: 'flow' }, () => 'ran');`,
          ),
          {
            slug: 'compiled',
            parameters: [{ slug: 'n', type: 'integer' }],
            behavior: { kind: 'script', file: 'compiled.cjs' },
          },
          scriptTask('page', `import { view } from 'airplane'; export default view({ slug: 'page' }, () => null);`),
        ],
      },
      {
        'compiled.cjs': `Object.defineProperty(exports, '__esModule', { value: true });
        const { task } = require('airplane');
        exports.default = task({ slug: 'compiled', parameters: { n: 'integer' } }, ({ n }) => ({ tripled: 3 * n }));`,
      },
    );
    expect(await run('double', { n: 4, day: '2026-11-23' })).toMatchObject({
      status: 'Succeeded',
      output: { doubled: 8, day: '2026-11-23T00:00:00.000Z' },
    });
    expect(await run('flow')).toMatchObject({ status: 'Succeeded', output: 'ran' });
    expect(await run('compiled', { n: 3 })).toMatchObject({ status: 'Succeeded', output: { tripled: 9 } });
    expect((await api.emulator.runs.list()).total).toBe(3);
    expect(await run('page')).toMatchObject({
      status: 'Failed',
      output: {
        error: 'The default export of the script is made by an SDK and is no task, such as a view; export a task',
      },
    });
  });
});

describe('the built-in tasks that come with Hangar', () => {
  test('take what the SDK sends, and answer what its types say: rest.request and graphql.request', async () => {
    const base = await serve((incoming, answer) => {
      let sent = '';
      incoming.on('data', (chunk: Buffer) => (sent += chunk.toString()));
      incoming.on('end', () => {
        const status = incoming.url === '/none' ? 404 : 200;
        const json = { method: incoming.method, url: incoming.url, type: incoming.headers['content-type'], sent };
        answer.writeHead(status, { 'Content-Type': 'application/json', 'X-Trace': 'abc' });
        answer.end(
          JSON.stringify(incoming.url === '/graphql' ? { data: { asked: JSON.parse(sent) as unknown } } : json),
        );
      });
    });
    const { run } = await started({
      tasks: [
        scriptTask(
          'calls',
          `import airplane, { RunTerminationError } from 'airplane';
           const { rest, graphql } = airplane;
           export default async () => {
             const got = await rest.request('shop', 'GET', '/orders', { urlParams: { page: 2 } });
             const made = await rest.request('shop', 'POST', '/orders', { body: { id: 1 } });
             const asked = await graphql.request('api', 'query ($a: Int) { b }', { variables: { a: 1 } });
             const failed = await rest.request('shop', 'GET', '/none').catch((error) => error);
             return {
               got: [got.output.status_code, got.output.response, got.output.headers['x-trace']],
               made: made.output.response,
               asked: asked.output,
               failed: [failed instanceof RunTerminationError, failed.run.output.status_code],
             };
           };`,
          { resources: { shop: 'shop', api: 'api' } },
        ),
      ],
      resources: [
        { slug: 'shop', kind: 'rest', resource: { baseURL: base } },
        { slug: 'api', kind: 'graphql', resource: { baseURL: `${base}/graphql` } },
      ],
    });
    expect(await run('calls')).toMatchObject({
      status: 'Succeeded',
      output: {
        got: [200, { method: 'GET', url: '/orders?page=2', sent: '' }, 'abc'],
        made: { method: 'POST', url: '/orders', type: 'application/json', sent: '{"id":1}' },
        asked: { data: { asked: { query: 'query ($a: Int) { b }', variables: { a: 1 } } } },
        failed: [true, 404],
      },
    });
  });
});

test('stand-ins for built-in tasks take what the SDK sends: email.message, slack.message and mongodb.find', async () => {
  const { run } = await started({
    tasks: [
      ...['email_message', 'slack_message', 'mongodb_find'].map((name) =>
        says(
          `*:${name}`,
          { params: '{{ params }}', resources: '{{ resources }}' },
          {
            parameters: ['subject', 'channelName', 'collection'].map((slug) => ({
              slug,
              constraints: { optional: true },
            })),
          },
        ),
      ),
      scriptTask(
        'tells',
        `import airplane from 'airplane';
         export default async () => {
           const mail = await airplane.email.message('mail', { email: 'a@example.com' }, ['b@example.com'], { subject: 'Hi' });
           const chat = await airplane.slack.message('#ops', 'Hi');
           const found = await airplane.mongodb.find('docs', 'orders');
           return [mail.output, chat.output, found.output];
         };`,
        { resources: { mail: 'smtp', docs: 'mongo' } },
      ),
    ],
    resources: [
      { slug: 'smtp', kind: 'smtp', isPrivate: true, resource: { hostname: 'mail.example.com', port: '25' } },
      { slug: 'mongo', kind: 'mongodb', resource: { connectionString: 'mongodb://db.example.com' } },
    ],
  });
  const { status, output } = await run('tells');
  expect(status).toBe('Succeeded');
  expect(output).toMatchObject([
    { params: { subject: 'Hi' }, resources: { email: { slug: 'smtp', hostname: 'mail.example.com' } } },
    { params: { channelName: '#ops' }, resources: { slack: { id: 'res00000000zteamslack' } } },
    { params: { collection: 'orders' }, resources: { db: { slug: 'mongo' } } },
  ]);
});

test('a refused execution names the task, in scripts and in code that uses the SDK', async () => {
  const child = says('child', 1, { parameters: [{ slug: 'm' }] });
  const { run } = await started({
    tasks: [
      child,
      scriptTask('by_context', `export default ({ execute }) => execute('child', { m: 1 });`),
      scriptTask('by_sdk', `import { execute } from 'airplane'; export default () => execute('child', { m: 1 });`),
      scriptTask('no_runbook', `export default ({ executeRunbook }) => executeRunbook('gone', {});`),
    ],
  });
  const failures = [];
  for (const slug of ['by_context', 'by_sdk', 'no_runbook']) failures.push((await run(slug)).output['error']);
  expect(failures).toEqual([
    '"child" was not executed: m: must be a string.',
    'Failed to execute task "child": m: must be a string.',
    '"gone" was not executed: There is no runbook "gone".',
  ]);
});

/** The same code as a script and as a command, which has to start it itself. */
const kindsOf = (
  slug: string,
  imports: string,
  body: string,
): [tasks: AuthoredTask[], files: Record<string, string>] => [
  [
    scriptTask(`${slug}_script`, `${imports}\nexport default async () => { ${body} };`),
    { slug: `${slug}_command`, behavior: { kind: 'command', command: [process.execPath, `${slug}.mjs`] } },
  ],
  {
    [`${slug}.mjs`]: `${imports.replace(/import airplane/, 'import imported')}\nconst airplane = imported.default; await (async () => { ${body} })();`,
  },
];

describe('with settings.sdk', () => {
  test.each(['script', 'command'])('a sleep of the SDK in a %s ends by Skip and by the clock', async (kind) => {
    const [tasks, files] = kindsOf(
      'naps',
      `import airplane from 'airplane';`,
      `await airplane.sleep('30m'); airplane.setOutput('woke');`,
    );
    const { api, start, ended } = await started({ tasks }, files);
    const asleep = async (runID: string) =>
      until(async () => (await api.emulator.runs.get({ params: { id: runID } })).sleeps[0]?.id);

    const skipped = await start(`naps_${kind}`);
    await api.emulator.sleeps.skip({ params: { id: await asleep(skipped) } });
    expect(await ended(skipped)).toMatchObject({ status: 'Succeeded', output: 'woke' });

    const waited = await start(`naps_${kind}`);
    await asleep(waited);
    await api.emulator.clock.advance({ body: { seconds: 1800 } });
    expect(await ended(waited)).toMatchObject({ status: 'Succeeded', output: 'woke' });
  });

  test('a runtime of the task reaches the program as it is, and dev stands for none', async () => {
    const behavior = {
      kind: 'command' as const,
      command: [
        process.execPath,
        '-e',
        'console.log("airplane_output_set " + JSON.stringify([process.env.AIRPLANE_RUNTIME, process.env.HANGAR_RUNTIME]))',
      ],
    };
    const { api, run } = await started({
      tasks: [
        { slug: 'none', behavior },
        { slug: 'standard', runtime: 'standard', behavior },
        { slug: 'other', runtime: 'workflow', behavior },
      ],
    });
    const outputs = [];
    for (const slug of ['none', 'standard', 'other']) outputs.push((await run(slug)).output);
    expect(outputs).toEqual([
      ['dev', 'standard'],
      ['standard', 'standard'],
      ['workflow', 'workflow'],
    ]);
    const { runs } = await api.v0.runs.list({ query: { taskSlug: 'none' } });
    expect(runs).toMatchObject([{ runtime: 'standard' }]);
  });

  test.each(['script', 'command'])('what Hangar inherited for the SDK does not reach a %s', async (kind) => {
    const inherited = {
      AIRPLANE_API_KEY: 'tkn_of_the_user',
      AIRPLANE_ENV_SLUG: 'elsewhere',
      Airplane_Tunnel_Token: 'x',
      OTHER_API_KEY: 'kept',
    };
    Object.assign(process.env, inherited);
    onTestFinished(() => {
      for (const name of Object.keys(inherited)) Reflect.deleteProperty(process.env, name);
    });
    const [tasks, files] = kindsOf(
      'asks',
      `import airplane from 'airplane';`,
      `const { AIRPLANE_API_KEY, AIRPLANE_ENV_SLUG, Airplane_Tunnel_Token, OTHER_API_KEY } = process.env;
       const child = (await airplane.execute('child')).output;
       airplane.setOutput({ child, seen: [AIRPLANE_API_KEY, AIRPLANE_ENV_SLUG, Airplane_Tunnel_Token, OTHER_API_KEY] });`,
    );
    const { run } = await started(
      { tasks: [says('child', { ran: true }), ...tasks], environments: [{ slug: 'prod', default: true }] },
      files,
    );
    expect(await run(`asks_${kind}`)).toMatchObject({
      status: 'Succeeded',
      output: { child: { ran: true }, seen: [null, 'prod', null, 'kept'] },
    });
  });

  test('lists and texts are outputs as they are, unless the workspace says otherwise', async () => {
    const source = `import airplane from 'airplane';
      export default async () => [(await airplane.execute('list')).output, (await airplane.execute('text')).output];`;
    const tasks = [says('list', [1, 2]), says('text', 'done'), scriptTask('reads', source)];
    const first = await started({ tasks });
    expect((await first.run('reads')).output).toEqual([[1, 2], 'done']);
    await first.emulator.stop();
    const second = await started({ tasks, settings: { decisions: { outputs: 'object' } } });
    expect((await second.run('reads')).output).toEqual({ output: [{ output: [1, 2] }, { output: 'done' }] });
  });
});

test('lines of older SDKs append to named lists, and what is no JSON harms nothing', async () => {
  const lines = [
    'airplane_output:rows {"a":1}',
    'airplane_output:rows 2',
    'airplane_output "x"',
    'airplane_output plain text',
  ];
  const command = [process.execPath, '-e', `console.log(${JSON.stringify(lines.join('\n'))})`];
  const { run } = await started({ tasks: [{ slug: 'older', behavior: { kind: 'command', command } }] });
  const ended = await run('older');
  expect(ended).toMatchObject({ status: 'Succeeded', output: { rows: [{ a: 1 }, 2], output: ['x'] } });
  expect(ended.lines).toEqual([
    ...lines.map((line) => `info ${line}`),
    expect.stringMatching(/^warning Ignored the line "airplane_output plain text": its value is not JSON/),
  ]);
});

describe('without settings.sdk, the log names it', () => {
  const settings = { sdk: undefined };
  const advice = (what: string) =>
    `warning The program ${what}, and settings.sdk is not set. Set it to "airplane", so that programs find AIRPLANE_API_HOST, AIRPLANE_TOKEN and the rest.`;

  test.each(['script', 'command'])('when a %s prints lines of an SDK, once', async (kind) => {
    const [tasks, files] = kindsOf(
      'prints',
      `import airplane from 'airplane';`,
      `airplane.setOutput(1, 'a'); airplane.appendOutput(2, 'b');`,
    );
    const { run } = await started({ tasks, settings }, files);
    const { status, output, lines } = await run(`prints_${kind}`);
    expect({ status, output }).toEqual({ status: 'Succeeded', output: { a: 1, b: [2] } });
    expect(lines.filter((line) => line.includes('settings.sdk'))).toEqual([advice('prints lines of an SDK')]);
  });

  test.each([
    ['script', '"airplane", so that programs find AIRPLANE_API_HOST, AIRPLANE_TOKEN'],
    ['command', 'the word of the SDK, such as "acme"'],
  ])('when the SDK in a %s does not find its run', async (kind, named) => {
    const [tasks, files] = kindsOf('calls', `import airplane from 'airplane';`, `await airplane.execute('child');`);
    const { run } = await started({ tasks, settings }, files);
    const { status, lines } = await run(`calls_${kind}`);
    expect(status).toBe('Failed');
    expect(lines.filter((line) => line.includes('settings.sdk'))).toEqual([
      expect.stringContaining(
        `uses an SDK that does not find its run, and settings.sdk is not set. Set it to ${named}`,
      ),
    ]);
  });

  test('and says nothing about lines of Hangar itself, nor when it is set', async () => {
    const command = (slug: string, line: string): AuthoredTask => ({
      slug,
      behavior: { kind: 'command', command: [process.execPath, '-e', `console.log(${JSON.stringify(line)})`] },
    });
    const own = await started({ tasks: [command('own', 'hangar_output_set 1')], settings });
    expect((await own.run('own')).lines).toEqual(['info hangar_output_set 1']);
    await own.emulator.stop();
    const other = await started({ tasks: [command('sdk', 'airplane_output_set 1')] });
    expect((await other.run('sdk')).lines).toEqual(['info airplane_output_set 1']);
  });
});
