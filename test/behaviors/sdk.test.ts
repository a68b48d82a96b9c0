import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthoredTask } from '../../shared/model/task.ts';
import { scriptTask, type Live } from '../support/live.ts';
import { startWithSdk } from '../support/sdk.ts';

let stop = (): Promise<void> => Promise.resolve();
afterEach(() => stop());

/** An emulator that ends with its test. */
async function started(...args: Parameters<typeof startWithSdk>): Promise<Live> {
  const live = await startWithSdk(...args);
  stop = () => live.emulator.stop();
  return live;
}

/** A server that ends with its test; gives its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    const { api, run } = await started({
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
        scriptTask('page', `import { view } from 'airplane'; export default view({ slug: 'page' }, () => null);`),
      ],
    });
    expect(await run('double', { n: 4, day: '2026-11-23' })).toMatchObject({
      status: 'Succeeded',
      output: { doubled: 8, day: '2026-11-23T00:00:00.000Z' },
    });
    expect(await run('flow')).toMatchObject({ status: 'Succeeded', output: { output: 'ran' } });
    expect((await api.emulator.runs.list()).total).toBe(2);
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
  expect(Object.values(output)[0] ?? output).toMatchObject([
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
