import type { RequestListener } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/values/json.ts';
import { runToEnd, type RunEnd } from '../support/behaviors.ts';
import { serve as serveAt } from '../support/http-server.ts';
import { builtInRunner, scriptRunner } from '../support/runners.ts';

const script = scriptRunner();
afterAll(() => script.close());

const serve = async (listener: RequestListener) => `${await serveAt(listener)}/graphql`;

/** A server that answers every request with this status and JSON. */
const answers = (status: number, json: unknown): Promise<string> =>
  serve((_, answer) => {
    answer.writeHead(status, { 'Content-Type': 'application/graphql-response+json' }).end(JSON.stringify(json));
  });

const NO_DELAY = { startDelaySeconds: 0, queueSeconds: 0, failureRate: 0 } as const;
const BEHAVIOR = { kind: 'builtin', name: 'graphql_request', ...NO_DELAY } as const;

function send(baseURL: string, params: JsonObject, config: JsonObject = {}): Promise<RunEnd> {
  const resource = { id: 'res1', slug: 'shop', kind: 'graphql', baseURL, ...config };
  const none = { variables: null, headers: null, urlParams: null, retryFailures: null };
  const scope = { params: { operation: '{ a }', ...none, ...params }, resources: { api: resource } };
  return runToEnd(builtInRunner(script).run, BEHAVIOR, { scope });
}

test.each(['graphql', 'rest'])(
  'an operation goes to the base URL of a resource of kind %s, with its headers',
  async (kind) => {
    const seen: unknown[] = [];
    const base = await serve((incoming, answer) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        const { authorization, accept, 'content-type': type } = incoming.headers;
        seen.push([incoming.method, incoming.url, { authorization, accept, type }, JSON.parse(body)]);
        const json = JSON.stringify({ data: { order: { id: 7 } }, extensions: { cost: 1 } });
        answer.writeHead(200, { 'Content-Type': 'application/json' }).end(json);
      });
    });
    const operation = 'query ($id: ID!) { order(id: $id) { id } }';
    const headers = { Authorization: 'Bearer of-the-resource' };
    const ended = await send(
      base,
      { operation, variables: { id: 7 }, urlParams: { trace: 'on' }, headers: { Accept: 'application/json' } },
      { kind, headers },
    );
    expect(ended).toMatchObject({ failure: '', output: { data: { order: { id: 7 } } } });
    expect(ended.output).toEqual({ data: { order: { id: 7 } } });
    expect(seen).toEqual([
      [
        ...['POST', '/graphql?trace=on'],
        { authorization: 'Bearer of-the-resource', accept: 'application/json', type: 'application/json' },
        { query: operation, variables: { id: 7 } },
      ],
    ]);
  },
);

const ERRORS = [{ message: 'no such field' }, { code: 3 }];

test('errors fail the run, with the answer as its output, whatever the status is', async () => {
  const base = await answers(200, { data: null, errors: ERRORS });
  const name = `POST ${base}`;
  expect(await send(base, {})).toMatchObject({
    failure: `${name} answered with errors: no such field; {"code":3}`,
    output: { data: null, errors: ERRORS },
  });
  const refused = await answers(400, { errors: ERRORS });
  expect(await send(refused, {})).toMatchObject({
    failure: `POST ${refused} answered 400`,
    output: { errors: ERRORS },
  });
  const none = await answers(200, { data: { a: 1 }, errors: [] });
  expect(await send(none, {})).toMatchObject({ failure: '', output: { data: { a: 1 }, errors: [] } });
});

test('an answer of another sort fails the run, and is its output as that of a rest_request', async () => {
  const busy = await serve((_, answer) => answer.writeHead(503).end('busy'));
  expect(await send(busy, {})).toMatchObject({
    failure: `POST ${busy} answered 503`,
    output: { status_code: 503, response: 'busy' },
  });
  const page = await serve((_, answer) => answer.end('<html>'));
  expect(await send(page, {})).toMatchObject({
    failure: `POST ${page} answered neither "data" nor "errors"; is the base URL of the resource that of a GraphQL API?`,
    output: { status_code: 200, response: '<html>' },
  });
});

test.each<[params: JsonObject, config: JsonObject, problem: string]>([
  [{ operation: ' ' }, {}, '"operation" must be a GraphQL operation'],
  [{ variables: [1] }, {}, '"variables" must be an object'],
  [
    {},
    { kind: 'postgres' },
    'a graphql_request needs a resource of kind "graphql" or "rest"; "shop" is of kind "postgres"',
  ],
  [{ headers: { Trailer: 'x' } }, {}, '"headers" may not have "Trailer"'],
])('a wrong parameter or resource fails the run with a sentence: %j %j', async (params, config, problem) => {
  const { failure, output } = await send(await answers(200, { data: {} }), params, config);
  expect(failure).toContain(problem);
  expect(output).toBeUndefined();
});
