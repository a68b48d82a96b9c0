import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/index.ts';
import { endpointsOf } from '../../shared/http/endpoint.ts';
import { testEmulator } from '../support/emulator.ts';

type Document = Record<string, unknown> & {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, { properties?: Record<string, unknown>; required?: string[] }> };
};

const parts = [
  { name: 'v0', path: '/_emulator/openapi/v0.json', contract: { ...contract.v0, runtime: contract.runtime } },
  { name: 'emulator', path: '/_emulator/openapi/emulator.json', contract: contract.emulator },
];

async function served(path: string): Promise<Document> {
  const hangar = await testEmulator();
  return (await hangar.send(path, { key: null })).json as Document;
}

describe.each(parts)('the OpenAPI document of $name', ({ path, contract }) => {
  test('is valid OpenAPI 3.1', async () => {
    const hangar = await testEmulator();
    const source = (await hangar.send(path, { key: null })).text;
    const config = await createConfig({
      extends: ['minimal'],
      rules: { struct: 'error', 'no-unresolved-refs': 'error', 'operation-operationId-unique': 'error' },
    });
    const problems = await lintFromString({ source, config });
    expect(
      problems
        .filter(({ severity }) => severity === 'error')
        .map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`),
    ).toEqual([]);
  });

  test('has every endpoint with its decisions, and nothing else', async () => {
    const document = await served(path);
    const documented = Object.entries(document.paths).flatMap(([at, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        endpoint: `${method.toUpperCase()} ${at}`,
        decisions: ((operation['x-decision'] ?? []) as { name: string }[]).map(({ name }) => name),
      })),
    );
    const declared = [...endpointsOf(contract)].map(({ endpoint }) => ({
      endpoint: `${endpoint.method} ${endpoint.path}`,
      decisions: [...(endpoint.decisions ?? [])],
    }));
    const byName = (a: { endpoint: string }, b: { endpoint: string }) => (a.endpoint < b.endpoint ? -1 : 1);
    expect(documented.sort(byName)).toEqual(declared.sort(byName));
  });

  test('names its security for each operation as the contract declares it', async () => {
    const document = await served(path);
    const schemes = {
      key: [{ apiKey: [] }],
      webhook: [{}, { apiKey: [] }],
      emulator: [{}, { adminToken: [] }],
      upload: [],
      open: [],
    };
    for (const { endpoint } of endpointsOf(contract)) {
      const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
      expect(operation['security']).toEqual(schemes[endpoint.access]);
    }
  });
});

test('the document of /v0 gives queries in the shape that is sent, not the one that is parsed', async () => {
  const document = await served('/_emulator/openapi/v0.json');
  const parameters = document.paths['/v0/runs/list']!['get']!['parameters'] as { name: string; schema: object }[];
  expect(Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))).toEqual({
    taskID: { type: 'string' },
    taskSlug: { type: 'string' },
    since: { type: 'string', format: 'date-time' },
    until: { type: 'string', format: 'date-time' },
    limit: { type: 'integer', minimum: 0, maximum: 50, default: 50 },
    page: { type: 'integer', minimum: 0, default: 0 },
  });
  expect(parameters).toContainEqual(
    expect.objectContaining({ in: 'query', required: false, description: 'Runs last updated after this time' }),
  );
});
